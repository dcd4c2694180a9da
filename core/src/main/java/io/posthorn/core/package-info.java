/**
 * The domain logic of Posthorn: no threads, no clock, no randomness and no I/O.
 *
 * <p>Read in this order: {@code event} (what a platform posts), {@code subscription}, {@code
 * filter} and {@code matching} (which subscriptions match it), {@code message} (what is sent),
 * {@code retry} (when it is sent again), {@code url} and {@code endpoint} (where it is sent, and
 * how healthy the receiver is), {@code shard} (the state machine that ties them together) and
 * {@code store} (the ordered key-value store underneath). In addition: {@code directory}
 * (customers, API keys, audit) and {@code stats}. {@code json}, {@code form}, {@code input} and
 * {@code text} serve them all.
 *
 * <p>Time and ids are inputs of each command; actions in the outside world are returned as effects.
 */
@NullMarked
package io.posthorn.core;

import org.jspecify.annotations.NullMarked;
