/**
 * The rules of Posthorn, without a thread, a clock, a random number or any I/O.
 *
 * <p>Read in this order: {@code event} (what a platform posts), {@code subscription}, {@code
 * filter} and {@code matching} (who wants it), {@code message} (what is sent to whom), {@code
 * retry} (when it is sent again), {@code url} and {@code endpoint} (where it goes, and how healthy
 * that is), {@code shard} (the state machine that ties them together) and {@code store} (the
 * ordered keys and values it rests on). Beside them: {@code directory} (customers, API keys, audit)
 * and {@code stats}. {@code json}, {@code form}, {@code input} and {@code text} serve them all.
 *
 * <p>Time and ids come in with each command; what must happen outside comes out as effects.
 */
@NullMarked
package io.posthorn.core;

import org.jspecify.annotations.NullMarked;
