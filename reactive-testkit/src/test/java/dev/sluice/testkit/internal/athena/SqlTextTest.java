package dev.sluice.testkit.internal.athena;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Markers, lists and comments in SQL text. */
class SqlTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "SELECT ?, ?|2",
                "SELECT '?', \"?\", `?`, ?|1",
                "SELECT 'it''s ?' -- ? and ?|0",
                "SELECT /* ? */ ? /* open ?|1",
                "SELECT 'open ?|0",
                "SELECT 1 - ?|1"
            })
    void countsMarkersOutsideOfStringsAndComments(String sql, int markers) {
        assertThat(ParameterMarkers.count(sql)).isEqualTo(markers);
    }

    @Test
    void countsBehindALineComment() {
        assertThat(ParameterMarkers.count("SELECT 1 -- ?\n, ?")).isEqualTo(1);
    }

    @Test
    void partsAListAtItsOuterCommas() {
        assertThat(SqlText.list("1, 'a,b', ARRAY[1,2], f(3, 4) , NULL"))
                .containsExactly("1", "'a,b'", "ARRAY[1,2]", "f(3, 4)", "NULL");
    }

    @Test
    void baresAStatement() {
        assertThat(SqlText.bare(" -- why\n/* what */ EXECUTE a ; ")).isEqualTo("EXECUTE a");
        assertThat(SqlText.bare("-- nothing")).isEmpty();
    }
}
