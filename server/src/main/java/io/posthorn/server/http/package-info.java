/** Inbound HTTP: routes, calls and their answers, problems in the form of RFC 9457. */
@NullMarked
package io.posthorn.server.http;

import org.jspecify.annotations.NullMarked;
