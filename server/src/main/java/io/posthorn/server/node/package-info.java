/** One running server: everything is put together here, by hand, and in one place. */
@NullMarked
package io.posthorn.server.node;

import org.jspecify.annotations.NullMarked;
