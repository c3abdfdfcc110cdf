package dev.sluice.testkit.internal.result;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The {@code .metadata} object beside a result: a protobuf message of the query id (1) and one message (4) for each column:
 * catalog 1, name 4, label 5, type 6, precision 7, scale 8, nullable 9 (3 is unknown), case sensitive 10.
 */
final class MetadataFile {
    private static final int NULLABLE_UNKNOWN = 3;

    private MetadataFile() {}

    static byte[] of(String queryExecutionId, List<ColumnInfo> columns) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        text(out, 1, queryExecutionId);
        for (ColumnInfo column : columns) {
            ByteArrayOutputStream message = new ByteArrayOutputStream();
            text(message, 1, ColumnInfo.CATALOG);
            text(message, 4, column.name());
            text(message, 5, column.name());
            text(message, 6, column.type());
            number(message, 7, column.precision());
            number(message, 8, column.scale());
            number(message, 9, NULLABLE_UNKNOWN);
            number(message, 10, column.caseSensitive() ? 1 : 0);
            bytes(out, 4, message.toByteArray());
        }
        return out.toByteArray();
    }

    private static void text(ByteArrayOutputStream out, int field, String value) {
        bytes(out, field, value.getBytes(StandardCharsets.UTF_8));
    }

    private static void bytes(ByteArrayOutputStream out, int field, byte[] value) {
        varint(out, field << 3 | 2);
        varint(out, value.length);
        out.writeBytes(value);
    }

    private static void number(ByteArrayOutputStream out, int field, int value) {
        varint(out, field << 3);
        varint(out, value);
    }

    private static void varint(ByteArrayOutputStream out, int value) {
        int rest = value;
        while ((rest & ~0x7f) != 0) {
            out.write((rest & 0x7f) | 0x80);
            rest >>>= 7;
        }
        out.write(rest);
    }
}
