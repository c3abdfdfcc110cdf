package dev.sluice.reader.internal.query;

import dev.sluice.reader.QueryRejectedException;
import dev.sluice.reader.ResultReadException;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.athena.model.InternalServerException;
import software.amazon.awssdk.services.athena.model.InvalidRequestException;
import software.amazon.awssdk.services.athena.model.TooManyRequestsException;

/**
 * What the errors of Athena calls mean. {@code retryable()} of the SDK is no help: it is false on every error that the SDK has
 * itself given up on.
 */
public final class AthenaErrors {
    private static final Pattern ATTEMPTS = Pattern.compile(" \\(SDK Attempt Count: \\d+\\)$");
    private static final Set<String> THROTTLES = Set.of(
            "ThrottlingException",
            "Throttling",
            "ThrottledException",
            "RequestThrottledException",
            "RequestLimitExceeded",
            "TooManyRequestsException",
            "SlowDown");
    private static final Set<String> DENIALS = Set.of("AccessDeniedException", "AccessDenied");
    private static final String BOTH_OUTPUTS = "cannot be set together";

    private AthenaErrors() {}

    /** The error itself, out of the wrappers that futures put around it. */
    public static Throwable unwrap(Throwable error) {
        Throwable inner = error;
        while ((inner instanceof CompletionException || inner instanceof ExecutionException)
                && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return inner;
    }

    /** Whether Athena said no only because it was asked too often: what was asked for has not been done. */
    public static boolean isThrottle(Throwable error) {
        return error instanceof TooManyRequestsException
                || (error instanceof AwsServiceException service
                        && (service.isThrottlingException()
                                || service.statusCode() == 429
                                || hasCode(service, THROTTLES)));
    }

    /** Whether it is open if the request was carried out: the answer got lost, or the service broke over it. */
    public static boolean isUncertain(Throwable error) {
        if (error instanceof InternalServerException) {
            return true;
        }
        return error instanceof AwsServiceException service
                ? service.statusCode() >= 500
                : error instanceof SdkClientException;
    }

    /** Whether the same call may work later. */
    public static boolean isRetryable(Throwable error) {
        return isThrottle(error) || isUncertain(error);
    }

    static boolean isDenied(Throwable error) {
        return error instanceof AwsServiceException service
                && (service.statusCode() == 403 || hasCode(service, DENIALS));
    }

    /** Whether a workgroup that keeps results itself refuses to be told where to put them. */
    static boolean isManagedOutputConflict(Throwable error) {
        return error instanceof InvalidRequestException invalid && text(invalid).contains(BOTH_OUTPUTS);
    }

    static QueryRejectedException rejected(Throwable error) {
        String code = null;
        if (error instanceof InvalidRequestException invalid) {
            code = invalid.athenaErrorCode();
        }
        if (code == null && error instanceof AwsServiceException service) {
            code = code(service);
        }
        return new QueryRejectedException(
                "Athena did not take the query: " + text(error), code, isRetryable(error), error);
    }

    static ResultReadException unwatchable(String what, Throwable error) {
        return new ResultReadException(what + ": " + text(error), isRetryable(error), error);
    }

    /** Athena's own words, without the SDK's request id and attempt count around them. */
    public static String text(Throwable error) {
        String text = error instanceof AwsServiceException service && service.awsErrorDetails() != null
                ? service.awsErrorDetails().errorMessage()
                : error.getMessage();
        return text == null
                ? error.getClass().getSimpleName()
                : ATTEMPTS.matcher(text).replaceFirst("");
    }

    private static boolean hasCode(AwsServiceException error, Set<String> codes) {
        String code = code(error);
        return code != null && codes.contains(code);
    }

    private static @Nullable String code(AwsServiceException error) {
        return error.awsErrorDetails() == null ? null : error.awsErrorDetails().errorCode();
    }
}
