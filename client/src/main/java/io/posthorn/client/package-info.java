/**
 * The Java client of Posthorn's API.
 *
 * <p>{@link io.posthorn.client.PosthornClient} is where to begin; receivers of messages check them
 * with {@link io.posthorn.client.WebhookVerifier}. Clients are immutable and safe to share between
 * threads; calls block until the answer is there.
 */
@NullMarked
package io.posthorn.client;

import org.jspecify.annotations.NullMarked;
