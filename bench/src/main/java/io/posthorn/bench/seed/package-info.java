/** Fills a store with messages that wait, through the real shard. */
@NullMarked
package io.posthorn.bench.seed;

import org.jspecify.annotations.NullMarked;
