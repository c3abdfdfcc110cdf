package dev.sluice.testkit.http;

/**
 * An error that a service answers with instead of doing what it was asked.
 *
 * @param status the HTTP status
 * @param code the service's error code, such as {@code SlowDown} or {@code ThrottlingException}
 * @param message what a human reads
 * @since 0.1
 */
public record Refusal(int status, String code, String message) {}
