package dev.sluice.testkit.internal.athena;

import java.util.Map;

/** An error in the protocol's words. */
public final class ApiError extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String type;
    private final transient Map<String, String> members;

    private ApiError(int status, String type, String message, Map<String, String> members) {
        super(message, null, false, false);
        this.status = status;
        this.type = type;
        this.members = members;
    }

    static ApiError invalid(String message) {
        return invalid(message, "INVALID_INPUT");
    }

    static ApiError malformedQuery(String message) {
        return invalid(message, "MALFORMED_QUERY");
    }

    private static ApiError invalid(String message, String code) {
        return new ApiError(
                400, "InvalidRequestException", message, Map.of("AthenaErrorCode", code, "ErrorCode", code));
    }

    static ApiError metadata(String message) {
        return new ApiError(400, "MetadataException", message, Map.of());
    }

    static ApiError notFound(String message, String resource) {
        return new ApiError(400, "ResourceNotFoundException", message, Map.of("ResourceName", resource));
    }

    static ApiError tooManyQueries() {
        return new ApiError(
                400,
                "TooManyRequestsException",
                "You have exceeded the limit for the number of queries you can run concurrently. "
                        + "Reduce the number of concurrent queries submitted by this account.",
                Map.of("Reason", "CONCURRENT_QUERY_LIMIT_EXCEEDED"));
    }

    static ApiError internal(String message) {
        return new ApiError(500, "InternalServerException", message, Map.of());
    }

    /** An error by the name of its type. */
    static ApiError of(int status, String type, String message) {
        return switch (type) {
            case "InvalidRequestException" -> invalid(message);
            case "TooManyRequestsException" ->
                new ApiError(status, type, message, Map.of("Reason", "CONCURRENT_QUERY_LIMIT_EXCEEDED"));
            default -> new ApiError(status, type, message, Map.of());
        };
    }

    int status() {
        return status;
    }

    String type() {
        return type;
    }

    Map<String, String> members() {
        return members;
    }

    String text() {
        return String.valueOf(getMessage());
    }
}
