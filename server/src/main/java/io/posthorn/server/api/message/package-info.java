/** Messages and attempts: looking them up, replaying, cancelling, one and many. */
@NullMarked
package io.posthorn.server.api.message;

import org.jspecify.annotations.NullMarked;
