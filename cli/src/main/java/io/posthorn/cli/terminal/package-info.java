/**
 * Text for a terminal: tables, times, progress and colours, with control characters made visible.
 */
@NullMarked
package io.posthorn.cli.terminal;

import org.jspecify.annotations.NullMarked;
