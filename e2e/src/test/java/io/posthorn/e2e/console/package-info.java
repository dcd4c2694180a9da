/** Checks of the console's own modules with the tools of JavaScript. */
@NullMarked
package io.posthorn.e2e.console;

import org.jspecify.annotations.NullMarked;
