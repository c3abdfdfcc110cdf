package dev.sluice.testkit.engine;

import java.util.List;

/**
 * A statement as it came over the wire.
 *
 * @param sql its text
 * @param parameters the execution parameters: SQL literals, one for each {@code ?}, in order
 * @param catalog the data catalog, {@code AwsDataCatalog} unless the caller says otherwise
 * @param database the database for unqualified names
 * @since 0.1
 */
public record StatementRequest(String sql, List<String> parameters, String catalog, String database) {
    /**
     * Copies the list.
     *
     * @param sql as the record says
     * @param parameters as the record says
     * @param catalog as the record says
     * @param database as the record says
     */
    public StatementRequest {
        parameters = List.copyOf(parameters);
    }
}
