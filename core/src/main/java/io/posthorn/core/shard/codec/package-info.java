/** The wire format of commands and replies, for hosts that send them over a network. */
@NullMarked
package io.posthorn.core.shard.codec;

import org.jspecify.annotations.NullMarked;
