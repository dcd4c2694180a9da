/** Tests of a shard as a task, without brokers. */
@NullMarked
package io.posthorn.kafka.shard;

import org.jspecify.annotations.NullMarked;
