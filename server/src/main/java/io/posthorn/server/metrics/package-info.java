/**
 * {@code /metrics}: what the server counts, in Prometheus' text format. Every label has a small set
 * of values that is known beforehand; none comes from an endpoint, a customer or a caller.
 */
@NullMarked
package io.posthorn.server.metrics;

import org.jspecify.annotations.NullMarked;
