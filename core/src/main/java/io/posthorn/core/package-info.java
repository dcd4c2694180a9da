/** Placeholder. */
@NullMarked
package io.posthorn.core;

import org.jspecify.annotations.NullMarked;
