/** The rows of the table: what is run for each, and what comes of it. */
@NullMarked
package io.posthorn.bench.row;

import org.jspecify.annotations.NullMarked;
