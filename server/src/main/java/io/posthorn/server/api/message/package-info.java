/** Messages and attempts: reading, replaying, cancelling and retrying them, single and in bulk. */
@NullMarked
package io.posthorn.server.api.message;

import org.jspecify.annotations.NullMarked;
