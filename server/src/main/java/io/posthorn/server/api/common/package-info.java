/** Shared parts of the API: lists, cursors, query parameters, customer scope, audited changes. */
@NullMarked
package io.posthorn.server.api.common;

import org.jspecify.annotations.NullMarked;
