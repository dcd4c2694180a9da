/** Tests of what a platform and its subscribers see: delivery, retries, circuits, signatures. */
@NullMarked
package io.posthorn.e2e.delivery;

import org.jspecify.annotations.NullMarked;
