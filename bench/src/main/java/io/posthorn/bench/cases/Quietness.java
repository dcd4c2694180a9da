package io.posthorn.bench.cases;

import io.posthorn.bench.process.ProcessUsage;
import java.util.List;

/** Whether the machine was left alone since a moment, as far as CPU time tells. */
final class Quietness {
  /** More than this share for others, and figures are not to be trusted. */
  private static final double MOST = 0.1;

  private final List<ProcessUsage> ours;
  private final double ourStart;
  private final double allStart;

  Quietness(List<ProcessUsage> ours) {
    this.ours = ours;
    ourStart = ourSeconds();
    allStart = ProcessUsage.machineCpuSeconds();
  }

  private double ourSeconds() {
    return ours.stream().mapToDouble(ProcessUsage::cpuSeconds).sum();
  }

  /** A warning, where one is due. */
  List<String> remarks() {
    double all = ProcessUsage.machineCpuSeconds() - allStart;
    return remarks(all - (ourSeconds() - ourStart), all);
  }

  static List<String> remarks(double others, double all) {
    return others <= MOST * all
        ? List.of()
        : List.of(
            "NOT QUIET: %.0f %% of the CPU time went to other processes"
                .formatted(100 * others / all));
  }
}
