/** Reads of all shards as one store, local and remote. */
@NullMarked
package io.posthorn.kafka.read;

import org.jspecify.annotations.NullMarked;
