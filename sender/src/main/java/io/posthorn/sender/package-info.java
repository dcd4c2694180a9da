/**
 * Outbound HTTP: requests to receivers, from a rendered message to its outcome.
 *
 * <p>{@link io.posthorn.sender.HttpSender} is the entry point; {@code RequestWriter} renders a
 * request and puts its signature header together. {@code guard} decides where a request may go,
 * {@code signing} computes signatures, {@code tls} has trust and client certificates, {@code http1}
 * sends requests and reads responses. The module depends on messages, endpoints and outcomes of the
 * core, but not on stores.
 */
@NullMarked
package io.posthorn.sender;

import org.jspecify.annotations.NullMarked;
