package io.posthorn.bench.process;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** The processes that were started here: none of them outlives this one. */
final class Running {
  private static final long PATIENCE_SECONDS = 30;
  private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

  static {
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> ALL.forEach(Process::destroyForcibly), "bench-stop"));
  }

  private Running() {}

  static void add(Process process) {
    ALL.add(process);
  }

  /** Asks a process to end, waits for that, and ends it if it does not. */
  static void end(Process process) {
    process.destroy();
    try {
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    ALL.remove(process);
  }
}
