package io.posthorn.bench.cases;

import io.posthorn.bench.process.ProcessUsage;
import java.util.List;

/** A detector of other load on the machine, by the CPU time used since a given time. */
final class MachineNoise {
  /** If other processes take more than this share, the figures are not reliable. */
  private static final double MOST = 0.1;

  private final List<ProcessUsage> ours;
  private final double ourStart;
  private final double allStart;

  MachineNoise(List<ProcessUsage> ours) {
    this.ours = ours;
    ourStart = ourSeconds();
    allStart = ProcessUsage.machineCpuSeconds();
  }

  private double ourSeconds() {
    return ours.stream().mapToDouble(ProcessUsage::cpuSeconds).sum();
  }

  /** The warning to print, if any. */
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
