package io.posthorn.bench.report;

import java.util.List;

/** A quantity measured in each round. */
public record Series(String name, String unit, List<Double> rounds) {
  public Series {
    rounds = List.copyOf(rounds);
  }

  public double median() {
    List<Double> sorted = rounds.stream().sorted().toList();
    int middle = sorted.size() / 2;
    if (sorted.isEmpty()) {
      return Double.NaN;
    }
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
