/** The API under {@code /api/v1}: one class for each kind of thing. */
@NullMarked
package io.posthorn.server.api;

import org.jspecify.annotations.NullMarked;
