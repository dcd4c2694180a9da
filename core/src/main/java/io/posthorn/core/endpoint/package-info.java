/** The health of one receiver, and what it allows: circuit, window, allowance, pace. */
@NullMarked
package io.posthorn.core.endpoint;

import org.jspecify.annotations.NullMarked;
