/** Who wants which events where, and the index that finds them for an event. */
@NullMarked
package io.posthorn.core.subscription;

import org.jspecify.annotations.NullMarked;
