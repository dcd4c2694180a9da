/**
 * HTTP receivers of webhooks that can fail on purpose.
 *
 * <ul>
 *   <li>{@link io.posthorn.receiver.HttpReceiver} is the general one: any {@link
 *       io.posthorn.receiver.Behaviour} for each path, and it keeps what it received.
 *   <li>{@link io.posthorn.receiver.CountingReceiver} is for load: many ports on one thread, a
 *       fixed response for each, and requests are counted and thrown away.
 *   <li>{@link io.posthorn.receiver.RefusingPort} is a receiver that is down.
 * </ul>
 *
 * <p>This package uses only the JDK and no other Posthorn module.
 */
@NullMarked
package io.posthorn.receiver;

import org.jspecify.annotations.NullMarked;
