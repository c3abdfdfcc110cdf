package dev.sluice.testkit.duckdb;

/** Something Athena does and this engine does not: said plainly, never approximated. */
final class NotSupportedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotSupportedException(String message) {
        super(message);
    }
}
