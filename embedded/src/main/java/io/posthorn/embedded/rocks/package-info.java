/**
 * A shard's store on RocksDB: what is committed survives every crash of process and power, and what
 * cannot be read is said so in one line.
 */
@NullMarked
package io.posthorn.embedded.rocks;

import org.jspecify.annotations.NullMarked;
