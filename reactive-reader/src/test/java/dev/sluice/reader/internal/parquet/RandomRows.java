package dev.sluice.reader.internal.parquet;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Random rows of any schema, written by parquet-java. */
final class RandomRows {
    /**
     * How a file is written.
     *
     * @param pageRows rows of a page at most
     * @param distinct how many different values a column has about
     * @param rowGroupBytes bytes of a row group, about
     */
    record Options(
            CompressionCodecName codec,
            WriterVersion version,
            boolean dictionary,
            int pageRows,
            int distinct,
            long rowGroupBytes) {
        Options(CompressionCodecName codec, WriterVersion version, boolean dictionary, int pageRows, int distinct) {
            this(codec, version, dictionary, pageRows, distinct, 60_000);
        }
    }

    private final Random random;
    private final int distinct;
    private long written;

    private RandomRows(long seed, int distinct) {
        this.random = new Random(seed);
        this.distinct = distinct;
    }

    static void write(MessageType schema, Path target, Options options, int rows, long seed) throws IOException {
        RandomRows values = new RandomRows(seed, options.distinct);
        try (ParquetWriter<Group> writer = ExampleParquetWriter.builder(new LocalOutputFile(target))
                .withConf(new Configuration(false))
                .withType(schema)
                .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
                .withCompressionCodec(options.codec)
                .withWriterVersion(options.version)
                .withDictionaryEncoding(options.dictionary)
                .withPageRowCountLimit(options.pageRows)
                .withRowGroupSize(options.rowGroupBytes)
                .withDictionaryPageSize(3_000)
                .withPageSize(options.rowGroupBytes > 1_000_000 ? 200_000 : 4_000)
                .build()) {
            for (int i = 0; i < rows; i++) {
                SimpleGroup group = new SimpleGroup(schema);
                values.fill(group, schema);
                writer.write(group);
                values.written++;
            }
        }
    }

    private void fill(Group group, GroupType type) {
        for (Type field : type.getFields()) {
            int count = switch (field.getRepetition()) {
                case REQUIRED -> 1;
                case OPTIONAL -> random.nextInt(4) == 0 ? 0 : 1;
                case REPEATED -> random.nextInt(3) == 0 ? 0 : random.nextInt(5);
            };
            for (int i = 0; i < count; i++) {
                if (field.isPrimitive()) {
                    add(group, field.asPrimitiveType());
                } else {
                    fill(group.addGroup(field.getName()), field.asGroupType());
                }
            }
        }
    }

    private void add(Group group, PrimitiveType type) {
        int seed = random.nextInt(distinct);
        String name = type.getName();
        switch (type.getPrimitiveTypeName()) {
            case BOOLEAN -> group.add(name, seed % 2 == 0);
            case INT32 -> group.add(name, seed % 100);
            // A column called so counts the rows, so that a reader can tell whether it has all of them in order.
            case INT64 -> group.add(name, name.equals("row") ? written : seed * 1_000_003L - 77);
            case FLOAT -> group.add(name, seed / 3f);
            case DOUBLE -> group.add(name, seed / 7d);
            case INT96 -> throw new IllegalArgumentException("INT96 is not made here");
            case BINARY -> group.add(name, Binary.fromString("v".repeat(seed % 23) + seed));
            case FIXED_LEN_BYTE_ARRAY -> {
                byte[] bytes = new byte[type.getTypeLength()];
                new Random(seed).nextBytes(bytes);
                group.add(name, Binary.fromConstantByteArray(bytes));
            }
        }
    }
}
