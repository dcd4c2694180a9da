/**
 * The reading side: messages, events, endpoints, circuit history and customers, from any thread.
 */
@NullMarked
package io.posthorn.core.shard.read;

import org.jspecify.annotations.NullMarked;
