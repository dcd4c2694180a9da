/** The receivers, in a process of their own: they count, and cost as little as they can. */
@NullMarked
package io.posthorn.bench.sink;

import org.jspecify.annotations.NullMarked;
