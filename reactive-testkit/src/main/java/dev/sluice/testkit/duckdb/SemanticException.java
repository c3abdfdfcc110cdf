package dev.sluice.testkit.duckdb;

import io.trino.sql.tree.Node;
import org.jspecify.annotations.Nullable;

/** A statement whose grammar is right and whose meaning is not; the message is Athena's, place included. */
final class SemanticException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    SemanticException(String code, Node at, String text) {
        this(code, at, text, null);
    }

    SemanticException(String code, Node at, String text, @Nullable Throwable cause) {
        super(
                code + ": line "
                        + at.getLocation()
                                .map(place -> place.getLineNumber() + ":" + place.getColumnNumber())
                                .orElse("1:1")
                        + ": " + text,
                cause);
    }
}
