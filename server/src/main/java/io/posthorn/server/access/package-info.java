/** Authentication and authorization: API keys, console sessions, roles and customer scopes. */
@NullMarked
package io.posthorn.server.access;

import org.jspecify.annotations.NullMarked;
