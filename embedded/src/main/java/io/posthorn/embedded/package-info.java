/** Placeholder. */
@NullMarked
package io.posthorn.embedded;

import org.jspecify.annotations.NullMarked;
