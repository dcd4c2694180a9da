/** The benchmark's cases, one for each row of the table or group of rows. */
@NullMarked
package io.posthorn.bench.cases;

import org.jspecify.annotations.NullMarked;
