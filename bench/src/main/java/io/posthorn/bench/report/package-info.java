/** Reports: a table, a JSON file and a chart. */
@NullMarked
package io.posthorn.bench.report;

import org.jspecify.annotations.NullMarked;
