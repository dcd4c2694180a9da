/**
 * Requests between nodes to read a shard's store: over HTTP on the main port, under {@code
 * /internal}, signed with a key derived from the encryption key.
 */
@NullMarked
package io.posthorn.kafka.peer;

import org.jspecify.annotations.NullMarked;
