package io.posthorn.e2e.environment;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A reading of the processor time of this machine, which separates the work of other processes from
 * that of this test and its child processes. Without Linux's {@code /proc} it has nothing.
 *
 * @param busy the time that the processors have worked, or were lent to other virtual machines
 * @param own the part of it for this process and its descendants, those that have ended included
 */
record ProcessorTime(Duration busy, Duration own, int processors) {
  private static final Path PROC = Path.of("/proc");

  /** A hundredth of a second, on every machine. */
  private static final long TICK_MILLIS = 10;

  static ProcessorTime now() {
    if (!Files.isReadable(PROC.resolve("stat"))) {
      return new ProcessorTime(Duration.ZERO, Duration.ZERO, 1);
    }
    List<String> lines = read("stat").lines().filter(line -> line.startsWith("cpu")).toList();
    ProcessHandle self = ProcessHandle.current();
    long own =
        Stream.concat(Stream.of(self), self.descendants())
            .mapToLong(process -> ticks(process.pid()))
            .sum();
    return new ProcessorTime(ofTicks(busyTicks(lines.getFirst())), ofTicks(own), lines.size() - 1);
  }

  /** The time since a reading that other processes took, as a share of all processors. */
  Duration takenByOthersSince(ProcessorTime earlier) {
    Duration others = busy.minus(earlier.busy).minus(own.minus(earlier.own));
    return others.isNegative() ? Duration.ZERO : others.dividedBy(processors);
  }

  /** All but idle, waiting for disks, and guests, which count as user time already. */
  private static long busyTicks(String line) {
    return sum(line.replaceFirst("cpu +", ""), 0, 1, 2, 5, 6, 7);
  }

  /** User and system time of a process and of the children that it has waited for. */
  private static long ticks(long pid) {
    try {
      String stat = read(pid + "/stat");
      return sum(stat.substring(stat.lastIndexOf(')') + 2), 11, 12, 13, 14);
    } catch (UncheckedIOException e) {
      return 0; // it has just ended: its parent has its time now
    }
  }

  private static long sum(String text, int... fields) {
    List<String> all = List.of(text.strip().split(" +", -1));
    return IntStream.of(fields).mapToLong(field -> Long.parseLong(all.get(field))).sum();
  }

  private static String read(String name) {
    try {
      return Files.readString(PROC.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Duration ofTicks(long ticks) {
    return Duration.ofMillis(ticks * TICK_MILLIS);
  }
}
