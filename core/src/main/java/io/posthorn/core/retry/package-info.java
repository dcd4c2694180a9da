/** Retries: policies, the schedule of slots, and the receiver's {@code Retry-After}. */
@NullMarked
package io.posthorn.core.retry;

import org.jspecify.annotations.NullMarked;
