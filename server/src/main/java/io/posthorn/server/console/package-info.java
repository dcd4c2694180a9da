/**
 * The console: sessions for people, the pages as files of the class path, and the stream that tells
 * a page what has changed. All else it does through the public API.
 */
@NullMarked
package io.posthorn.server.console;

import org.jspecify.annotations.NullMarked;
