/** Placeholder. */
@NullMarked
package io.posthorn.sim;

import org.jspecify.annotations.NullMarked;
