/**
 * {@code /metrics} in the Prometheus text format. Every label has a small, fixed set of values; no
 * value comes from an endpoint, a customer or a caller.
 */
@NullMarked
package io.posthorn.server.metrics;

import org.jspecify.annotations.NullMarked;
