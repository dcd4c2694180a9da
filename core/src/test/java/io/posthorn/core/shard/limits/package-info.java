/** The limits on requests, bytes and waiting messages, and how they are shared. */
@NullMarked
package io.posthorn.core.shard.limits;

import org.jspecify.annotations.NullMarked;
