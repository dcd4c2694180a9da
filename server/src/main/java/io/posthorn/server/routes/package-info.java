/** Every route of a server, put together from the API, the console and the operations. */
@NullMarked
package io.posthorn.server.routes;

import org.jspecify.annotations.NullMarked;
