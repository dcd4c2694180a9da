/**
 * Limits of inbound connections: deadlines, bytes, connections per address, and strict request
 * syntax. They apply before a request is parsed, because the web server has no deadline for a
 * request, no limit for a chunk line, and accepts ambiguous syntax.
 */
@NullMarked
package io.posthorn.server.http.limits;

import org.jspecify.annotations.NullMarked;
