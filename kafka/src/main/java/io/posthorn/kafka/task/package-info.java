/**
 * Shards as Kafka Streams tasks: each reads commands from its topics, runs turns, and writes the
 * effects in one transaction.
 */
@NullMarked
package io.posthorn.kafka.task;

import org.jspecify.annotations.NullMarked;
