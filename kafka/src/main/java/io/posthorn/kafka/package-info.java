/**
 * Many machines: the same shard inside a Kafka Streams processor. Whoever hosts a node sees {@link
 * io.posthorn.kafka.RunningNode} and what it is made with; the rooms below are its own.
 */
@NullMarked
package io.posthorn.kafka;

import org.jspecify.annotations.NullMarked;
