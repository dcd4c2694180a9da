/**
 * HTTP/1.1 on the HttpCore reactor: connections, the exchange of one request and one response under
 * one deadline, strict parsing of responses, and failure reasons.
 */
@NullMarked
package io.posthorn.sender.http1;

import org.jspecify.annotations.NullMarked;
