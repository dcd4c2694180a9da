/**
 * The engine on Kafka: many machines, each running some shards as tasks of Kafka Streams.
 *
 * <p>{@link io.posthorn.kafka.KafkaEngine} is what a server hosts. It starts a {@code RunningNode},
 * which {@code NodeAssembly} puts together from {@code topic}, {@code directory}, {@code command},
 * {@code task}, {@code store}, {@code read} and {@code peer}.
 */
@NullMarked
package io.posthorn.kafka;

import org.jspecify.annotations.NullMarked;
