/** What was measured, as a table, as JSON and as a chart. */
@NullMarked
package io.posthorn.bench.report;

import org.jspecify.annotations.NullMarked;
