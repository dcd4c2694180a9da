/** Callers: what a platform and its people do with Posthorn over the days. */
@NullMarked
package io.posthorn.sim.workload;

import org.jspecify.annotations.NullMarked;
