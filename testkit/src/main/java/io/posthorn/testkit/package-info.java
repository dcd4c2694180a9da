/**
 * Shared code of end-to-end tests and benchmarks: servers and Kafka brokers as processes, waiting,
 * and latencies. The module uses no other module and is not shipped.
 */
@NullMarked
package io.posthorn.testkit;

import org.jspecify.annotations.NullMarked;
