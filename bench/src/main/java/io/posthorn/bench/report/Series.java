package io.posthorn.bench.report;

import java.util.ArrayList;
import java.util.List;

/** A quantity measured in each round. */
public record Series(String name, String unit, List<Double> rounds) {
  public Series {
    rounds = List.copyOf(rounds);
  }

  /** The ratio to another series, round by round: a drift of the machine's speed cancels out. */
  public Series against(Series other) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < Math.min(rounds.size(), other.rounds.size()); i++) {
      ratios.add(rounds.get(i) / other.rounds.get(i));
    }
    return new Series(name + " against " + other.name, "x", ratios);
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
