package dev.sluice.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.sluice.testkit.scripted.ScriptedEngine;
import dev.sluice.testkit.scripted.ScriptedRows;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The bytes on the wire: headers, statuses, and the shape of errors, without the SDK in between. */
class ProtocolTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String SIGNED = "AWS4-HMAC-SHA256 Credential=AK/20261201/us-east-1/athena/aws4_request, "
            + "SignedHeaders=host;x-amz-date, Signature=00";
    private static final String TOKEN = "\"ClientRequestToken\":\"x123456789012345678901234567890%d\"";
    private static LocalAthena athena;

    @BeforeAll
    static void start() {
        ScriptedEngine engine = ScriptedEngine.create();
        engine.always().returns(ScriptedRows.of("n", "integer").row((Object) null));
        engine.when("bad").refused("line 1:1: mismatched input 'bad'");
        athena = LocalAthena.builder().engine(engine).start();
    }

    @AfterAll
    static void close() {
        athena.close();
    }

    private static HttpResponse<String> call(String operation, String body, Map<String, String> headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(athena.endpoint())
                .header("Content-Type", "application/x-amz-json-1.1")
                .header("X-Amz-Target", "AmazonAthena." + operation)
                .POST(HttpRequest.BodyPublishers.ofString(body));
        headers.forEach(request::header);
        return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpResponse<String> call(String operation, String body) throws IOException, InterruptedException {
        return call(operation, body, Map.of("Authorization", SIGNED));
    }

    @Test
    void answersInJsonWithARequestIdAndTimesInSeconds() throws Exception {
        HttpResponse<String> started =
                call("StartQueryExecution", "{\"QueryString\":\"SELECT 1\"," + TOKEN.formatted(1) + "}");
        assertThat(started.statusCode()).isEqualTo(200);
        assertThat(started.headers().firstValue("Content-Type")).contains("application/x-amz-json-1.1");
        assertThat(started.headers().firstValue("x-amzn-RequestId")).isPresent();
        assertThat(started.headers().firstValue("Content-Length")).isPresent();
        String id = JSON.readTree(started.body()).path("QueryExecutionId").asText();
        assertThat(id).matches("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}");

        Queries.eventually("end", () -> athena.state(id).equals("SUCCEEDED"));
        JsonNode query = JSON.readTree(call("GetQueryExecution", "{\"QueryExecutionId\":\"" + id + "\"}")
                        .body())
                .path("QueryExecution");
        JsonNode submitted = query.path("Status").path("SubmissionDateTime");
        assertThat(submitted.isNumber()).isTrue();
        assertThat(submitted.asDouble()).isBetween(1.7e9, 1e10);
        JsonNode results = JSON.readTree(
                call("GetQueryResults", "{\"QueryExecutionId\":\"" + id + "\"}").body());
        assertThat(results.path("ResultSet").path("Rows").get(1).path("Data").toString())
                .as("NULL is an empty object")
                .isEqualTo("[{}]");
        assertThat(results.has("NextToken")).isFalse();
    }

    @Test
    void errorsHaveTheShapeOfTheRealService() throws Exception {
        HttpResponse<String> refused =
                call("StartQueryExecution", "{\"QueryString\":\"bad\"," + TOKEN.formatted(2) + "}");

        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.headers().firstValue("x-amzn-ErrorType")).contains("InvalidRequestException");
        assertThat(JSON.readTree(refused.body()))
                .isEqualTo(JSON.readTree("{\"__type\":\"InvalidRequestException\",\"AthenaErrorCode\":"
                        + "\"MALFORMED_QUERY\",\"ErrorCode\":\"MALFORMED_QUERY\","
                        + "\"Message\":\"line 1:1: mismatched input 'bad'\"}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "StartQueryExecution|{\"QueryString\":\"SELECT 1\"}|Value null at 'clientRequestToken'",
                "StartQueryExecution|{\"QueryString\":\"SELECT 1\",\"ClientRequestToken\":\"short\"}|greater than or equal to 32",
                "StartQueryExecution|{\"ClientRequestToken\":\"01234567890123456789012345678901\"}|Value null at 'queryString'",
                "StartQueryExecution|{\"QueryString\":\"S\",\"WorkGroup\":\"a b\",\"ClientRequestToken\":\"01234567890123456789012345678902\"}|regular expression pattern",
                "StartQueryExecution|{\"QueryString\":\"S\",\"ExecutionParameters\":[\"\"],\"ClientRequestToken\":\"01234567890123456789012345678903\"}|executionParameters",
                "StartQueryExecution|{\"QueryString\":\"S\",\"ResultReuseConfiguration\":{\"ResultReuseByAgeConfiguration\":{\"Enabled\":true,\"MaxAgeInMinutes\":10081}},\"ClientRequestToken\":\"01234567890123456789012345678904\"}|less than or equal to 10080",
                "StartQueryExecution|{\"QueryString\":\"S\",\"ResultConfiguration\":{\"EncryptionConfiguration\":{\"EncryptionOption\":\"X\"}},\"ClientRequestToken\":\"01234567890123456789012345678905\"}|enum value set: [SSE_S3, SSE_KMS, CSE_KMS]",
                "GetQueryExecution|{}|Value null at 'queryExecutionId'",
                "GetQueryExecution|{\"QueryExecutionId\":\"x\"}|QueryExecution x was not found",
                "GetQueryResults|{\"QueryExecutionId\":\"x\"}|QueryExecution x was not found",
                "StopQueryExecution|{\"QueryExecutionId\":\"x\"}|QueryExecution x was not found",
                "BatchGetQueryExecution|{}|queryExecutionIds",
                "ListQueryExecutions|{\"MaxResults\":51}|less than or equal to 50",
                "ListQueryExecutions|{\"NextToken\":\"?\"}|Invalid nextToken",
                "ListDataCatalogs|{\"MaxResults\":1}|greater than or equal to 2"
            })
    void requestsOutsideTheLimitsAreRefused(String operation, String body, String message) throws Exception {
        HttpResponse<String> refused = call(operation, body);

        assertThat(refused.statusCode()).isEqualTo(400);
        JsonNode error = JSON.readTree(refused.body());
        assertThat(error.path("__type").asText()).isEqualTo("InvalidRequestException");
        assertThat(error.path("AthenaErrorCode").asText()).isEqualTo("INVALID_INPUT");
        assertThat(error.path("Message").asText()).contains(message);
    }

    @Test
    void pagesOfMoreThanAThousandRowsAreRefused() throws Exception {
        String id = new Queries(athena).run("SELECT 1").queryExecutionId();
        String body = "{\"QueryExecutionId\":\"" + id + "\",\"MaxResults\":%d}";

        assertThat(JSON.readTree(call("GetQueryResults", body.formatted(1001)).body())
                        .path("Message")
                        .asText())
                .isEqualTo("MaxResults is more than maximum allowed length 1000.");
        assertThat(JSON.readTree(call("GetQueryResults", body.formatted(0)).body())
                        .path("Message")
                        .asText())
                .contains("greater than or equal to 1");
        assertThat(call("GetQueryResults", body.formatted(1000)).statusCode()).isEqualTo(200);
    }

    @Test
    void aQueryThatIsTooLongIsRefused() throws Exception {
        String sql = "SELECT '" + "x".repeat(262_144) + "'";
        HttpResponse<String> refused =
                call("StartQueryExecution", "{\"QueryString\":\"" + sql + "\"," + TOKEN.formatted(3) + "}");

        assertThat(JSON.readTree(refused.body()).path("Message").asText())
                .startsWith("Your query has exceeded the maximum query length of 262144 bytes");
    }

    @Test
    void whatIsNoRequestIsRefused() throws Exception {
        assertThat(type(call("GetQueryExecution", "no json"))).isEqualTo("SerializationException");
        assertThat(type(call("GetQueryExecution", "[]"))).isEqualTo("SerializationException");
        assertThat(type(call("GetQueryExecution", "{\"QueryExecutionId\":1}"))).isEqualTo("SerializationException");
        assertThat(type(call("GetQueryResults", "{\"QueryExecutionId\":\"x\",\"MaxResults\":\"1\"}")))
                .isEqualTo("SerializationException");
        assertThat(type(call("NoSuchOperation", "{}"))).isEqualTo("UnknownOperationException");
    }

    @Test
    void callsMustBeSignedForAthena() throws Exception {
        HttpResponse<String> unsigned = call("ListWorkGroups", "{}", Map.of());
        assertThat(unsigned.statusCode()).isEqualTo(403);
        assertThat(type(unsigned)).isEqualTo("MissingAuthenticationTokenException");
        assertThat(type(call("ListWorkGroups", "{}", Map.of("Authorization", "Basic x"))))
                .isEqualTo("IncompleteSignatureException");
        assertThat(type(call("ListWorkGroups", "{}", Map.of("Authorization", SIGNED.replace("/athena/", "/s3/")))))
                .isEqualTo("InvalidSignatureException");
    }

    private static String type(HttpResponse<String> response) throws IOException {
        return JSON.readTree(response.body()).path("__type").asText();
    }

    @Test
    void callsAreRecordedWithBodyAndStatus() throws Exception {
        athena.clearCalls();
        call("ListWorkGroups", "{\"MaxResults\":5}");
        call("GetQueryExecution", "{\"QueryExecutionId\":\"x\"}");

        assertThat(athena.calls())
                .extracting(AthenaCall::operation)
                .containsExactly("ListWorkGroups", "GetQueryExecution");
        assertThat(athena.calls("ListWorkGroups")).singleElement().satisfies(call -> {
            assertThat(call.body()).isEqualTo("{\"MaxResults\":5}");
            assertThat(call.status()).isEqualTo(200);
        });
        assertThat(athena.calls("GetQueryExecution").get(0).status()).isEqualTo(400);
        athena.recordCalls(false);
        call("ListWorkGroups", "{}");
        athena.recordCalls(true);
        assertThat(athena.calls()).hasSize(2);
    }
}
