/** Delivery tests from outside: retries, circuits, signatures. */
@NullMarked
package io.posthorn.e2e.delivery;

import org.jspecify.annotations.NullMarked;
