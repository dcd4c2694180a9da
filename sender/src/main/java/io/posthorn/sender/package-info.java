/**
 * Outbound HTTP: what a request says, where it may go, and how long it may take.
 *
 * <p>{@link io.posthorn.sender.HttpSender} is the way in. The package knows messages, endpoints and
 * outcomes of the core, and nothing of shards or stores.
 */
@NullMarked
package io.posthorn.sender;

import org.jspecify.annotations.NullMarked;
