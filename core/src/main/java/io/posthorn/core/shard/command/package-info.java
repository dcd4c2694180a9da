/**
 * Commands about endpoints, subscriptions, keys and customers, the delivery pause, and moving
 * between shards.
 */
@NullMarked
package io.posthorn.core.shard.command;

import org.jspecify.annotations.NullMarked;
