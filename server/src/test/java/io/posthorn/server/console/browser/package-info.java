/** The console in a real browser, on a server with everything going on. */
@NullMarked
package io.posthorn.server.console.browser;

import org.jspecify.annotations.NullMarked;
