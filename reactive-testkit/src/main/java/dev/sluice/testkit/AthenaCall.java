package dev.sluice.testkit;

import java.time.Instant;

/**
 * A call that the local Athena got.
 *
 * @param operation for example {@code StartQueryExecution}
 * @param body the request, in JSON
 * @param time when it was taken up
 * @param status the HTTP status it was answered with; faults may have changed or dropped the answer on its way
 * @since 0.1
 */
public record AthenaCall(String operation, String body, Instant time, int status) {}
