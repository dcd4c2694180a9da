/** The callers, in processes of their own, and the ceiling: a plain client with no server. */
@NullMarked
package io.posthorn.bench.load;

import org.jspecify.annotations.NullMarked;
