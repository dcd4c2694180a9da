/**
 * Errors in a caller's input: one entry for each invalid field, with a pointer to it and what to
 * change.
 */
@NullMarked
package io.posthorn.core.input;

import org.jspecify.annotations.NullMarked;
