/** The processes of a benchmark: started, asked, watched in {@code /proc}, and ended. */
@NullMarked
package io.posthorn.bench.process;

import org.jspecify.annotations.NullMarked;
