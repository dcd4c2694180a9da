/**
 * A shard as a task of Kafka Streams: it reads commands from its topics, turns the shard, and
 * writes what follows, in one transaction.
 */
@NullMarked
package io.posthorn.kafka.task;

import org.jspecify.annotations.NullMarked;
