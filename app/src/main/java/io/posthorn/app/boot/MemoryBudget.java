package io.posthorn.app.boot;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * The sizes of the parts of memory that do not grow with the number of customers. They follow from
 * the available memory: the limit of the container, else that of the machine.
 *
 * @param store RocksDB's memory, outside the heap: cache, write buffers, indexes and filters
 * @param storeOnKafka the same for all stores of a Kafka node
 * @param intake payloads of events that wait for their reply, in the heap
 * @param inFlight bodies of requests in flight, in the heap
 */
record MemoryBudget(long store, long storeOnKafka, long intake, long inFlight) {
  private static final long MIB = 1L << 20;

  /**
   * A budget.
   *
   * @param memory of the container or machine; the heap is usually a quarter of it, and code,
   *     classes and threads take about 100 MiB
   * @param heap its largest size
   */
  static MemoryBudget of(long memory, long heap) {
    return new MemoryBudget(
        Math.clamp(memory / 8, 16 * MIB, 128 * MIB),
        Math.clamp(memory / 8, 32 * MIB, 256 * MIB),
        Math.clamp(heap / 8, MIB, 64 * MIB),
        Math.clamp(heap / 4, MIB, 256 * MIB));
  }

  static MemoryBudget ofThisProcess() {
    long heap = Runtime.getRuntime().maxMemory();
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? of(system.getTotalMemorySize(), heap)
        : of(4 * heap, heap);
  }
}
