/**
 * The Java client of Posthorn's API.
 *
 * <p>{@link io.posthorn.client.PosthornClient} is the entry point; receivers verify messages with
 * {@link io.posthorn.client.WebhookVerifier}. Clients are immutable and safe to share between
 * threads; calls block until the response arrives.
 */
@NullMarked
package io.posthorn.client;

import org.jspecify.annotations.NullMarked;
