/**
 * {@code /metrics} in the Prometheus text format. Every label has a small, fixed set of values; no
 * value comes from an endpoint, a customer or a caller.
 *
 * <p>{@code ShardGauges} has the metrics that a shard counts, {@code DeliveryMeter} those of
 * attempts, {@code IntakeMeter} and {@code RouteMeter} those of calls, {@code Metrics} those of the
 * sender. An engine adds its own ({@link io.posthorn.engine.EngineMetric}).
 */
@NullMarked
package io.posthorn.server.metrics;

import org.jspecify.annotations.NullMarked;
