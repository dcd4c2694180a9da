package io.posthorn.bench.row;

import io.posthorn.bench.process.ServerProcess;

/**
 * What a server has in memory.
 *
 * @param resident of the process, all in all
 * @param store RocksDB's own figure
 */
record Memory(double resident, double store) {
  static Memory of(ServerProcess server) {
    return new Memory(
        server.usage().residentBytes(), Metrics.of(server).sum("posthorn_store_memory"));
  }
}
