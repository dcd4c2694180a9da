/** The storage layout: keys and record formats. */
@NullMarked
package io.posthorn.core.shard.layout;

import org.jspecify.annotations.NullMarked;
