/** Tests of the console in a real browser, on the demo server. */
@NullMarked
package io.posthorn.app.console.browser;

import org.jspecify.annotations.NullMarked;
