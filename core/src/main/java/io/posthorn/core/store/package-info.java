/** The ordered key-value store of a shard, and the encoding of keys and records. */
@NullMarked
package io.posthorn.core.store;

import org.jspecify.annotations.NullMarked;
