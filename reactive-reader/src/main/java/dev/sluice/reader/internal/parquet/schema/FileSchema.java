package dev.sluice.reader.internal.parquet.schema;

import java.util.List;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The columns of a file.
 *
 * @param columns top-level columns, in file order
 * @param leaves all leaves, in the order of a row group's column chunks
 */
public record FileSchema(List<Node> columns, List<Node.Leaf> leaves) {
    /** Copies the lists. */
    public FileSchema {
        columns = List.copyOf(columns);
        leaves = List.copyOf(leaves);
    }

    /** The Arrow schema of the top-level columns. */
    public Schema arrow() {
        return new Schema(columns.stream().map(Node::field).toList());
    }
}
