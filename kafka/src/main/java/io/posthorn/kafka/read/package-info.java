/** Reads the state of all shards as one, wherever they run. */
@NullMarked
package io.posthorn.kafka.read;

import org.jspecify.annotations.NullMarked;
