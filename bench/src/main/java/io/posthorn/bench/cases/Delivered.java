package io.posthorn.bench.cases;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What one round has delivered.
 *
 * @param bytes of bodies at the receivers
 * @param seconds from the first post to the last arrival
 * @param refused events that were turned away because the intake was full
 * @param serverCpu CPU seconds of the server, and so on
 * @param machineCpu of everything that ran, ours or not
 * @param threads CPU seconds of the server by kind of thread
 */
record Delivered(
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

  /** Microseconds of CPU that the server took for a message. */
  double serverMicros() {
    return serverCpu * 1e6 / messages;
  }

  /** What was taken by processes that are none of ours, and by the system itself. */
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

  /** Who had the cores, in words. */
  String shares() {
    String byThread =
        threads.entrySet().stream()
            .filter(entry -> entry.getValue() >= 0.02 * serverCpu)
            .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
            .map(e -> String.format(Locale.ROOT, "%s %.1f", e.getKey(), e.getValue()))
            .collect(Collectors.joining(", "));
    return String.format(
        Locale.ROOT,
        "CPU s in the last round of %.1f s: server %.1f, callers %.1f, receivers %.1f, others %.1f;"
            + " threads of the server: %s",
        seconds,
        serverCpu,
        loadCpu,
        sinkCpu,
        othersCpu(),
        byThread);
  }
}
