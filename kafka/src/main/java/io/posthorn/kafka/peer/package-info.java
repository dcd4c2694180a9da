/**
 * What the nodes of an installation ask each other: to read a shard's store. Over HTTP, on the main
 * port, under {@code /internal}; known to each other by a key that comes from the encryption key.
 */
@NullMarked
package io.posthorn.kafka.peer;

import org.jspecify.annotations.NullMarked;
