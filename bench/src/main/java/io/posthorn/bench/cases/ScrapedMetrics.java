package io.posthorn.bench.cases;

import io.posthorn.testkit.ServerProcess;
import java.util.List;
import java.util.function.Predicate;

/** A snapshot of a server's {@code /metrics}. */
record ScrapedMetrics(List<String> lines) {
  static ScrapedMetrics of(ServerProcess server) {
    return new ScrapedMetrics(server.get("/metrics").lines().toList());
  }

  /** The sum of the matching series of a family; NaN if there are none. */
  double sum(String family, Predicate<String> series) {
    return lines.stream()
        .filter(line -> line.startsWith(family) && series.test(line))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  double sum(String family) {
    return sum(family, any -> true);
  }

  double failedAttempts() {
    return sum("posthorn_attempts_total", line -> !line.contains("outcome=\"2xx\""));
  }

  double openCircuits() {
    return sum("posthorn_endpoints{", line -> !line.contains("state=\"enabled\""));
  }
}
