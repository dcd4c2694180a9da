/**
 * The engine on Kafka: a cluster of nodes, each of which runs some shards as Kafka Streams tasks.
 *
 * <p>{@link io.posthorn.kafka.KafkaEngine} is what a server hosts. It starts a {@code RunningNode},
 * which {@code NodeBuilder} puts together from {@code topic}, {@code directory}, {@code command},
 * {@code task}, {@code store}, {@code read} and {@code peer}.
 */
@NullMarked
package io.posthorn.kafka;

import org.jspecify.annotations.NullMarked;
