package io.posthorn.bench.row;

import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.ServerProcess;

/**
 * What a server has in memory.
 *
 * @param resident of the process, all in all
 * @param store RocksDB's own figure, where the server tells it in {@code /metrics}; else NaN
 */
record Memory(double resident, double store) {
  private static final String STORE = "posthorn_store_memory";

  static Memory of(ServerProcess server) {
    return new Memory(server.usage().residentBytes(), store(server));
  }

  private static double store(ServerProcess server) {
    try {
      double sum = 0;
      boolean told = false;
      for (String line : server.get("/metrics").lines().toList()) {
        if (line.startsWith(STORE)) {
          sum += Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1));
          told = true;
        }
      }
      return told ? sum : Double.NaN;
    } catch (BenchException e) {
      return Double.NaN; // a version without metrics
    }
  }
}
