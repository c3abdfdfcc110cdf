package dev.sluice.testkit.internal.athena;

import com.fasterxml.jackson.databind.JsonNode;
import dev.sluice.testkit.engine.StatementInfo;
import dev.sluice.testkit.engine.StatementRequest;
import dev.sluice.testkit.internal.result.ResultNames;
import dev.sluice.testkit.internal.result.S3Location;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was asked for and decided when a query was started.
 *
 * @param id the query's id
 * @param query the text as it came
 * @param statement what the engine runs: of an EXECUTE, the prepared text and its parameters
 * @param info what kind of statement it is
 * @param workGroup the workgroup's name
 * @param engineVersion the workgroup's engine version
 * @param parameters the ExecutionParameters as they came
 * @param context the QueryExecutionContext as it came; missing if there was none
 * @param location the effective output location; null with managed results
 * @param configuration the effective result configuration, without the location
 * @param managed the managed-results configuration; missing without
 * @param reuseMinutes how old a result may be that serves again; negative if none may
 * @param action what the service does itself instead of the engine (PREPARE, DEALLOCATE); null for all else
 */
record Submission(
        String id,
        String query,
        StatementRequest statement,
        StatementInfo info,
        String workGroup,
        String engineVersion,
        List<String> parameters,
        JsonNode context,
        @Nullable S3Location location,
        JsonNode configuration,
        JsonNode managed,
        int reuseMinutes,
        @Nullable Runnable action) {
    /** Where the result files go; null if there are none. */
    @Nullable
    ResultNames names() {
        return location == null ? null : ResultNames.of(location, id, info.kind());
    }

    boolean clientEncrypted() {
        return configuration
                .path("EncryptionConfiguration")
                .path("EncryptionOption")
                .asText()
                .equals("CSE_KMS");
    }
}
