package dev.sluice.testkit.fault;

import dev.sluice.testkit.http.HttpCall;
import dev.sluice.testkit.http.Operation;
import java.time.Instant;

/**
 * A fault that struck.
 *
 * @param fault the fault
 * @param operation what the call asked for
 * @param call the call
 * @param at when
 * @since 0.1
 */
public record Firing(Fault fault, Operation operation, HttpCall call, Instant at) {}
