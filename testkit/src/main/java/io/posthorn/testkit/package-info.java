/**
 * Servers and Kafka brokers as processes, waiting, and latencies: what tests from the outside and
 * benchmarks share. It uses no other module, and nothing of it is shipped.
 */
@NullMarked
package io.posthorn.testkit;

import org.jspecify.annotations.NullMarked;
