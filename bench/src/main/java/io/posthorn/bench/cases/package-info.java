/** The benchmark's cases: what is run for each row of the table, and what comes of it. */
@NullMarked
package io.posthorn.bench.cases;

import org.jspecify.annotations.NullMarked;
