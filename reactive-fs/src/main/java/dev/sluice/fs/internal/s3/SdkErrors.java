package dev.sluice.fs.internal.s3;

import dev.sluice.fs.internal.read.TransportException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;

/**
 * What the SDK's errors mean. The SDK's own {@code retryable()} is of no use here: it is false on whatever it gives up on.
 */
final class SdkErrors {
    /** Codes that pass although their status does not say so. */
    private static final Set<String> TRANSIENT_CODES = Set.of(
            "InternalError",
            "InternalServerException",
            "OperationAborted",
            "RequestTimeout",
            "RequestTimeTooSkewed",
            "ServiceUnavailable");

    private static final Set<String> CREDENTIAL_CODES =
            Set.of("ExpiredToken", "InvalidToken", "TokenRefreshRequired", "InvalidAccessKeyId");

    private SdkErrors() {}

    /** Anything thrown becomes a {@link TransportException}; only the JVM's own errors stay what they are. */
    static Throwable translate(Throwable error) {
        Throwable cause = error;
        while (cause instanceof CompletionException && cause.getCause() != null) {
            cause = cause.getCause();
        }
        if (cause instanceof TransportException || cause instanceof Error) {
            return cause;
        }
        if (cause instanceof AwsServiceException service) {
            return new TransportException(kind(service), words(service), retryAfter(service), service);
        }
        if (isPassing(cause)) {
            return new TransportException(Kind.TRANSIENT, "broken off: " + words(cause), null, cause);
        }
        return new TransportException(Kind.REJECTED, words(cause), null, cause);
    }

    private static Kind kind(AwsServiceException error) {
        String code = code(error);
        if (error.isThrottlingException() || error.statusCode() == 503 || error.statusCode() == 429) {
            return Kind.THROTTLED;
        }
        if (error.statusCode() >= 500 || TRANSIENT_CODES.contains(code)) {
            return Kind.TRANSIENT;
        }
        if (CREDENTIAL_CODES.contains(code)) {
            return Kind.ACCESS_DENIED;
        }
        return switch (error.statusCode()) {
            case 401, 403 -> Kind.ACCESS_DENIED;
            case 404 -> Kind.NOT_FOUND;
            case 412 -> Kind.CHANGED;
            case 416 -> Kind.RANGE_NOT_SATISFIABLE;
            default -> Kind.REJECTED;
        };
    }

    private static boolean isPassing(Throwable error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException
                    || cause instanceof TimeoutException
                    || cause instanceof RetryableException
                    || cause instanceof ApiCallAttemptTimeoutException
                    || cause instanceof ApiCallTimeoutException
                    || isFullQueue(cause)) {
                return true;
            }
        }
        return false;
    }

    /** The connection pool's queue is full; it has no exception type of its own (seen with 2.57.8). */
    private static boolean isFullQueue(Throwable error) {
        String message = error.getMessage();
        return message != null && message.startsWith("Maximum pending connection acquisitions exceeded");
    }

    private static String words(AwsServiceException error) {
        String code = code(error);
        AwsErrorDetails details = error.awsErrorDetails();
        String message = details == null ? null : details.errorMessage();
        return "S3 answered " + error.statusCode()
                + (code.isEmpty() ? "" : " " + code)
                + (message == null || message.isEmpty() ? "" : " (" + message + ")")
                + (error.requestId() == null ? "" : ", request " + error.requestId());
    }

    private static String words(Throwable error) {
        String message = error.getMessage();
        return message == null ? error.getClass().getSimpleName() : message;
    }

    private static String code(AwsServiceException error) {
        AwsErrorDetails details = error.awsErrorDetails();
        return details == null || details.errorCode() == null ? "" : details.errorCode();
    }

    private static @Nullable Duration retryAfter(AwsServiceException error) {
        AwsErrorDetails details = error.awsErrorDetails();
        if (details == null || details.sdkHttpResponse() == null) {
            return null;
        }
        return details.sdkHttpResponse()
                .firstMatchingHeader("Retry-After")
                .filter(value -> value.matches("\\d{1,6}"))
                .map(value -> Duration.ofSeconds(Long.parseLong(value)))
                .orElse(null);
    }
}
