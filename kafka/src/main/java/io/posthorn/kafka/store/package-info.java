/** A shard store on the state stores of Kafka Streams. */
@NullMarked
package io.posthorn.kafka.store;

import org.jspecify.annotations.NullMarked;
