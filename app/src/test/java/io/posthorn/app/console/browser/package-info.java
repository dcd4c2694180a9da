/** The console in a real browser, on a server with everything going on. */
@NullMarked
package io.posthorn.app.console.browser;

import org.jspecify.annotations.NullMarked;
