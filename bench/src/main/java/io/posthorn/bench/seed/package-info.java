/** The seeding of a store with waiting messages, through the real shard. */
@NullMarked
package io.posthorn.bench.seed;

import org.jspecify.annotations.NullMarked;
