/**
 * Limits of inbound connections: deadlines, bytes and connections per address, and one strict form
 * of requests. They are checked before anything of a request is parsed, because the web server has
 * no deadline for a request, no bound for a chunk's line, and reads more than one form.
 */
@NullMarked
package io.posthorn.server.http.limits;

import org.jspecify.annotations.NullMarked;
