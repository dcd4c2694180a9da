/** Isolation: failing endpoints do not affect healthy ones. */
@NullMarked
package io.posthorn.e2e.isolation;

import org.jspecify.annotations.NullMarked;
