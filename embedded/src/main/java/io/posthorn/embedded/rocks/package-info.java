/**
 * A shard store on RocksDB. Synced commits survive crashes and power failures, and every failure is
 * reported in one line.
 */
@NullMarked
package io.posthorn.embedded.rocks;

import org.jspecify.annotations.NullMarked;
