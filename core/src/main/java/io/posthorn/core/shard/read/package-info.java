/**
 * The reading side: messages, events, endpoints, circuit history and customers. Safe for any
 * thread.
 */
@NullMarked
package io.posthorn.core.shard.read;

import org.jspecify.annotations.NullMarked;
