/**
 * What a caller got wrong: one entry for each bad field, with a pointer to it and what to change.
 */
@NullMarked
package io.posthorn.core.input;

import org.jspecify.annotations.NullMarked;
