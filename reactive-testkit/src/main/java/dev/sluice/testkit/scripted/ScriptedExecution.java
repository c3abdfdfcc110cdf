package dev.sluice.testkit.scripted;

import dev.sluice.testkit.engine.ExecutionContext;
import dev.sluice.testkit.engine.StatementRequest;

/**
 * One run of a scripted statement.
 *
 * @param request the statement
 * @param context where files go
 */
record ScriptedExecution(StatementRequest request, ExecutionContext context) {}
