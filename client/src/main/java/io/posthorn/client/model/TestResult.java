package io.posthorn.client.model;

import org.jspecify.annotations.Nullable;

/**
 * The result of a test request to a subscription's URL.
 *
 * @param status the HTTP status; null where no response came
 * @param error the reason for a missing response: the name of an {@link AttemptDetails.Failure}
 * @param response its first KiB; null where only admins may see it
 */
public record TestResult(
    boolean success,
    @Nullable Integer status,
    @Nullable String error,
    @Nullable String detail,
    long durationMillis,
    @Nullable String response) {}
