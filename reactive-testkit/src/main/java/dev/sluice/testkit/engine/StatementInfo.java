package dev.sluice.testkit.engine;

/**
 * What kind of statement it is, in the words of GetQueryExecution.
 *
 * @param kind which result files it leaves
 * @param substatementType for example {@code SELECT} or {@code CREATE_TABLE_AS_SELECT}
 * @since 0.1
 */
public record StatementInfo(Kind kind, String substatementType) {
    /** The kinds that differ in what they leave behind. */
    public enum Kind {
        /** Rows with a header: a {@code .csv} object. */
        SELECT("DML"),
        /** Writes files to the location it names, and a manifest. */
        UNLOAD("DML"),
        /** Creates a table from a query, and a manifest. */
        CREATE_TABLE_AS("DML"),
        /** Adds rows to a table, and a manifest. */
        INSERT("DML"),
        /** Changes the catalog: an empty {@code .txt} object. */
        DDL("DDL"),
        /** SHOW, DESCRIBE, EXPLAIN: a {@code .txt} object of lines. */
        UTILITY("UTILITY");

        private final String statementType;

        Kind(String statementType) {
            this.statementType = statementType;
        }

        /**
         * The StatementType of GetQueryExecution.
         *
         * @return {@code DML}, {@code DDL} or {@code UTILITY}
         */
        public String statementType() {
            return statementType;
        }
    }
}
