/**
 * A shard store on RocksDB. Synced commits survive crashes and power failures, and every failure is
 * reported in one line. {@link io.posthorn.embedded.rocks.Family} defines the column families and
 * the tables in each, {@link io.posthorn.embedded.rocks.Tuning} their options.
 */
@NullMarked
package io.posthorn.embedded.rocks;

import org.jspecify.annotations.NullMarked;
