/**
 * The console: sessions, static files, and the stream of change notices. Everything else goes
 * through the public API.
 */
@NullMarked
package io.posthorn.server.console;

import org.jspecify.annotations.NullMarked;
