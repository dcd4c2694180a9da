/** Inbound HTTP: routes, calls and responses, with errors as RFC 9457 problems. */
@NullMarked
package io.posthorn.server.http;

import org.jspecify.annotations.NullMarked;
