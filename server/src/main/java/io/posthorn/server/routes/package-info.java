/** The routes of a server: API, console and operations. */
@NullMarked
package io.posthorn.server.routes;

import org.jspecify.annotations.NullMarked;
