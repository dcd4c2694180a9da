/**
 * Inbound HTTP: routes, calls and responses, with errors as RFC 9457 problems. {@code ErrorCode}
 * lists the codes of errors.
 */
@NullMarked
package io.posthorn.server.http;

import org.jspecify.annotations.NullMarked;
