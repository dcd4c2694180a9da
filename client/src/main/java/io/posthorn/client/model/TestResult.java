package io.posthorn.client.model;

import org.jspecify.annotations.Nullable;

/**
 * The result of a test request to a subscription's URL.
 *
 * @param status the HTTP status; null if there was no response
 * @param error why there was no response: the name of an {@link AttemptDetails.Failure}
 * @param response its first KiB; null if only admins may see it
 */
public record TestResult(
    boolean success,
    @Nullable Integer status,
    @Nullable String error,
    @Nullable String detail,
    long durationMillis,
    @Nullable String response) {}
