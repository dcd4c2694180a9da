/** All routes of a server, with what they stand on. */
@NullMarked
package io.posthorn.server.routes;

import org.jspecify.annotations.NullMarked;
