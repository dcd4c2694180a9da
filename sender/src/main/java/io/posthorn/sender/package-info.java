/**
 * Outbound HTTP: requests to receivers, from a rendered message to its outcome.
 *
 * <p>{@link io.posthorn.sender.HttpSender} is the way in; {@code RequestWriter} renders and signs.
 * Where a request may go is decided in {@code guard}, how it travels in {@code http1}. The module
 * knows messages, endpoints and outcomes of the core, and nothing of stores.
 */
@NullMarked
package io.posthorn.sender;

import org.jspecify.annotations.NullMarked;
