/**
 * One task of Kafka Streams is one shard: what comes in through its topics is turned, and what
 * comes of it goes out, in one transaction.
 */
@NullMarked
package io.posthorn.kafka.task;

import org.jspecify.annotations.NullMarked;
