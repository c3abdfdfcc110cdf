package dev.sluice.fs.internal.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.fs.internal.read.ResponseHead;
import dev.sluice.fs.internal.read.TransportException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContentRangeTest {
    @Test
    void aPartIsPlacedByItsHeader() {
        ResponseHead expected = new ResponseHead(5, 3, 100, "e");
        assertThat(ContentRange.head("bytes 5-7/100", 3L, "e")).isEqualTo(expected);
        assertThat(ContentRange.head("bytes 5-7/100", null, "e")).isEqualTo(expected);
    }

    @Test
    void anAnswerWithoutAHeaderIsTheWholeObject() {
        assertThat(ContentRange.head(null, 42L, "e")).isEqualTo(new ResponseHead(0, 42, 42, "e"));
        assertThatThrownBy(() -> ContentRange.head(null, null, "e"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("no length");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "bytes */100",
                "bytes 5-7/*",
                "bytes 5-7",
                "bytes=5-7/100",
                "items 5-7/100",
                "bytes -5-7/100",
                "bytes 5-7/1234567890123456789012",
                "bytes 5-7/100 "
            })
    void whatIsNoContentRangeIsRejected(String header) {
        assertThatThrownBy(() -> ContentRange.head(header, 3L, "e"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("Content-Range");
    }

    @Test
    void aLengthThatContradictsTheRangeIsRejected() {
        assertThatThrownBy(() -> ContentRange.head("bytes 5-7/100", 4L, "e"))
                .isInstanceOf(TransportException.class)
                .hasMessageContaining("contradicts");
    }
}
