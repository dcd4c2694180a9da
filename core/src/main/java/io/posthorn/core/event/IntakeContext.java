package io.posthorn.core.event;

import java.time.Instant;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The context of one request: defaults for its events, and the customer they belong to.
 *
 * @param customerId the one customer whose events these are; null where each event must name its
 *     own
 * @param now the eventTime of events without one
 * @param ids makes the id of an event without one
 * @param traceparent the request's trace context, already checked; null if it has none
 */
public record IntakeContext(
    @Nullable String customerId,
    Instant now,
    Supplier<String> ids,
    @Nullable String traceparent,
    EventLimits limits) {}
