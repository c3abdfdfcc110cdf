package dev.sluice.fs.internal.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.fs.internal.read.TransportException;
import dev.sluice.fs.internal.read.TransportException.Kind;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.RetryableException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

class SdkErrorsTest {
    private static AwsServiceException service(int status, String code, String message, String retryAfter) {
        SdkHttpResponse.Builder http = SdkHttpResponse.builder().statusCode(status);
        if (retryAfter != null) {
            http.putHeader("Retry-After", retryAfter);
        }
        return S3Exception.builder()
                .statusCode(status)
                .requestId("R1")
                .awsErrorDetails(AwsErrorDetails.builder()
                        .errorCode(code)
                        .errorMessage(message)
                        .sdkHttpResponse(http.build())
                        .build())
                .build();
    }

    private static TransportException translated(Throwable error) {
        assertThat(SdkErrors.translate(error)).isInstanceOf(TransportException.class);
        return (TransportException) SdkErrors.translate(error);
    }

    @ParameterizedTest
    @CsvSource({
        "503, SlowDown, THROTTLED",
        "503, ServiceUnavailable, THROTTLED",
        "429, TooManyRequests, THROTTLED",
        "400, ThrottlingException, THROTTLED",
        "500, InternalError, TRANSIENT",
        "502, '', TRANSIENT",
        "504, '', TRANSIENT",
        "400, RequestTimeout, TRANSIENT",
        "403, RequestTimeTooSkewed, TRANSIENT",
        "409, OperationAborted, TRANSIENT",
        "200, InternalError, TRANSIENT",
        "400, ExpiredToken, ACCESS_DENIED",
        "400, InvalidToken, ACCESS_DENIED",
        "400, TokenRefreshRequired, ACCESS_DENIED",
        "403, InvalidAccessKeyId, ACCESS_DENIED",
        "401, '', ACCESS_DENIED",
        "403, AccessDenied, ACCESS_DENIED",
        "404, NoSuchKey, NOT_FOUND",
        "404, NoSuchBucket, NOT_FOUND",
        "412, PreconditionFailed, CHANGED",
        "416, InvalidRange, RANGE_NOT_SATISFIABLE",
        "400, InvalidArgument, REJECTED",
        "301, PermanentRedirect, REJECTED",
    })
    void anAnswerMeansWhatItsStatusAndCodeSay(int status, String code, Kind kind) {
        TransportException error = translated(service(status, code, "words", null));
        assertThat(error.kind()).isEqualTo(kind);
        assertThat(error).hasMessageContaining("S3 answered " + status).hasMessageContaining("request R1");
        assertThat(error.getMessage()).contains("(words)").contains(code);
    }

    @Test
    void anAnswerWithoutDetailsIsNamedByItsStatus() {
        AwsServiceException bare = S3Exception.builder().statusCode(404).build();
        assertThat(translated(bare)).hasMessage("S3 answered 404");
        assertThat(translated(bare).kind()).isEqualTo(Kind.NOT_FOUND);
    }

    @Test
    void aPauseThatIsAskedForIsKept() {
        assertThat(translated(service(503, "SlowDown", "", "7")).retryAfter()).isEqualTo(Duration.ofSeconds(7));
        assertThat(translated(service(503, "SlowDown", "", null)).retryAfter()).isNull();
        assertThat(translated(service(503, "SlowDown", "", "Wed, 21 Oct 2026 07:28:00 GMT"))
                        .retryAfter())
                .isNull();
        assertThat(translated(service(503, "SlowDown", "", "99999999999")).retryAfter())
                .isNull();
    }

    @Test
    void whatBreaksOnTheWayIsPassing() {
        Throwable[] passing = {
            new IOException("reset"),
            new TimeoutException("late"),
            SdkClientException.create("wrapped", new IOException("reset")),
            RetryableException.create("again"),
            ApiCallAttemptTimeoutException.create(5),
            ApiCallTimeoutException.create(5),
            SdkClientException.create(
                    "outer", new IllegalStateException("Maximum pending connection acquisitions exceeded.")),
        };
        for (Throwable error : passing) {
            assertThat(translated(error).kind()).as("%s", error).isEqualTo(Kind.TRANSIENT);
            assertThat(translated(new CompletionException(error))).hasCause(error);
        }
        assertThat(translated(new IOException("reset"))).hasMessage("broken off: reset");
        assertThat(translated(new IOException())).hasMessage("broken off: IOException");
    }

    @Test
    void whatTheClientCannotSendIsRejected() {
        TransportException error = translated(SdkClientException.create("Unable to load credentials"));
        assertThat(error.kind()).isEqualTo(Kind.REJECTED);
        assertThat(error).hasMessage("Unable to load credentials");
    }

    @Test
    void ourOwnErrorsAndTheMachinesStayWhatTheyAre() {
        TransportException own = new TransportException(Kind.CHANGED, "own", null, null);
        assertThat(SdkErrors.translate(new CompletionException(new CompletionException(own))))
                .isSameAs(own);
        OutOfMemoryError fatal = new OutOfMemoryError("heap");
        assertThat(SdkErrors.translate(new CompletionException(fatal))).isSameAs(fatal);
    }
}
