package io.posthorn.bench.cases;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The result of one round.
 *
 * @param bytes the size of all bodies at the receivers
 * @param seconds from the first post to the last arrival
 * @param refused events refused because the intake was full
 * @param serverCpu CPU seconds of the server; the others likewise
 * @param machineCpu CPU seconds of all processes of the machine
 * @param threads CPU seconds of the server by thread name
 */
record RoundResult(
    long messages,
    long bytes,
    double seconds,
    long refused,
    double serverCpu,
    double loadCpu,
    double sinkCpu,
    double machineCpu,
    Map<String, Double> threads) {

  double perSecond() {
    return messages / seconds;
  }

  /** Server CPU microseconds per message. */
  double serverMicros() {
    return serverCpu * 1e6 / messages;
  }

  /** CPU seconds of processes outside the benchmark, and of the kernel. */
  double othersCpu() {
    return Math.max(0, machineCpu - serverCpu - loadCpu - sinkCpu);
  }

  int bytesPerMessage() {
    return (int) (bytes / Math.max(1, messages));
  }

  static Map<String, Double> more(Map<String, Double> before, Map<String, Double> after) {
    Map<String, Double> more = new TreeMap<>();
    after.forEach((name, cpu) -> more.put(name, cpu - before.getOrDefault(name, 0.0)));
    return more;
  }

  /** The CPU shares of the processes, as text. */
  String shares() {
    String byThread =
        threads.entrySet().stream()
            .filter(entry -> entry.getValue() >= 0.02 * serverCpu)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(e -> String.format(Locale.ROOT, "%s %.1f", e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "CPU seconds in the last round of %.1f s: server %.1f, load generator %.1f, receivers %.1f,"
            + " other processes %.1f; server threads: %s",
        seconds,
        serverCpu,
        loadCpu,
        sinkCpu,
        othersCpu(),
        byThread);
  }
}
