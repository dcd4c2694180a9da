/** Finds the subscriptions that want an event: an index for one writer and many readers. */
@NullMarked
package io.posthorn.core.matching;

import org.jspecify.annotations.NullMarked;
