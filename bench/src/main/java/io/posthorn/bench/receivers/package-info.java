/** The process of the receivers: many ports on one thread, which count what they receive. */
@NullMarked
package io.posthorn.bench.receivers;

import org.jspecify.annotations.NullMarked;
