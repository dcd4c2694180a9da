/** The ordered keys and values that a shard rests on, and how its records are written as bytes. */
@NullMarked
package io.posthorn.core.store;

import org.jspecify.annotations.NullMarked;
