/** Helper processes: starting, control, resource usage. */
@NullMarked
package io.posthorn.bench.process;

import org.jspecify.annotations.NullMarked;
