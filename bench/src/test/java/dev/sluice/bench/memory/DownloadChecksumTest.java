package dev.sluice.bench.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.LocalDate;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;

class DownloadChecksumTest {
    private static final Download A = download("requests", "DE", 100, 1.5);
    private static final Download B = download("numpy-long", null, 250, null);

    @Test
    void orderDoesNotMatter() {
        assertThat(sum(A, B).differencesFrom(sum(B, A))).isEmpty();
        assertThat(sum(A, B).rows()).isEqualTo(2);
    }

    @Test
    void changedValueIsFoundInItsColumn() {
        assertThat(sum(download("requestt", "DE", 100, 1.5)).differencesFrom(sum(A)))
                .contains("project");
    }

    @Test
    void nullIsNotTheEmptyString() {
        assertThat(sum(download("numpy-long", "", 250, null)).differencesFrom(sum(B)))
                .contains("country_code");
    }

    @Test
    void rowLostAndRowTwiceAreFound() {
        assertThat(sum(A).differencesFrom(sum(A, B))).contains("project", "whole rows");
        assertThat(sum(A, A).differencesFrom(sum(A, B))).contains("project", "whole rows");
    }

    @Test
    void valuesThatSlippedToAnotherRowAreFound() {
        Download first = download("requests", null, 100, 1.5);
        Download second = download("numpy-long", "DE", 250, null);

        assertThat(sum(first, second).differencesFrom(sum(A, B))).containsExactly("whole rows");
    }

    @Test
    void travelsAsAWord() {
        DownloadChecksum sum = sum(A, B);

        assertThat(DownloadChecksum.decode(sum.encode()).differencesFrom(sum)).isEmpty();
        assertThat(DownloadChecksum.decode(sum.encode()).rows()).isEqualTo(2);
        assertThatThrownBy(() -> DownloadChecksum.decode("1:2")).isInstanceOf(IllegalArgumentException.class);
    }

    private static DownloadChecksum sum(Download... downloads) {
        DownloadChecksum checksum = new DownloadChecksum();
        for (Download download : downloads) {
            checksum.add(download);
        }
        return checksum;
    }

    private static Download download(String project, String country, long size, Double seconds) {
        return new Download(
                LocalDateTime.of(2026, 10, 1, 12, 30, 15),
                project,
                "1.0",
                project + "-1.0.tar.gz",
                "sdist",
                country,
                "3.12",
                "pip",
                "24.0",
                "Linux",
                "x86_64",
                size,
                seconds,
                true,
                LocalDate.of(2026, 10, 1));
    }
}
