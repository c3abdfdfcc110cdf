package dev.sluice.testkit.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testkit.engine.AthenaType;
import dev.sluice.testkit.engine.EngineResult;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The .metadata object, byte by byte. */
class MetadataFileTest {
    @Test
    void describesAColumnInProtobuf() {
        byte[] bytes = MetadataFile.of(
                "q1", List.of(ColumnInfo.of(new EngineResult.Column("_col0", AthenaType.of("integer")))));

        assertThat(HexFormat.of().formatHex(bytes))
                .isEqualTo("0a02" + "7131" + "2225" + "0a04" + "68697665" + "2205" + "5f636f6c30" + "2a05"
                        + "5f636f6c30" + "3207" + "696e7465676572" + "380a" + "4000" + "4803" + "5000");
    }

    @Test
    void writesLargeNumbersAsVarints() {
        byte[] bytes =
                MetadataFile.of("q", List.of(ColumnInfo.of(new EngineResult.Column("v", AthenaType.of("varchar")))));

        assertThat(HexFormat.of().formatHex(bytes)).contains("38ffffffff07").endsWith("48035001");
    }
}
