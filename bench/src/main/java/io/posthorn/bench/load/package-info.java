/** The load generator and the ceiling (a bare HTTP client), each in its own process. */
@NullMarked
package io.posthorn.bench.load;

import org.jspecify.annotations.NullMarked;
