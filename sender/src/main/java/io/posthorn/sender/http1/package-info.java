/**
 * HTTP/1.1 on the HttpCore reactor: connections and their reuse, the exchange of one request and
 * one response under one deadline, strict parsing of responses ({@link
 * io.posthorn.sender.http1.ResponseLimits}: the limits of heads and bodies), and failure reasons.
 */
@NullMarked
package io.posthorn.sender.http1;

import org.jspecify.annotations.NullMarked;
