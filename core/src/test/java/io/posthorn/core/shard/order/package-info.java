/** Tests of the order of messages per object. */
@NullMarked
package io.posthorn.core.shard.order;

import org.jspecify.annotations.NullMarked;
