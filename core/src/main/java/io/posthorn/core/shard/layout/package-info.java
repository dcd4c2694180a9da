/**
 * The storage layout: keys and record formats. The tables are in {@link
 * io.posthorn.core.store.Table}, because engines choose their files by table.
 */
@NullMarked
package io.posthorn.core.shard.layout;

import org.jspecify.annotations.NullMarked;
