package io.posthorn.e2e.crash;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * The faults of a run: all kinds that can be caused here, each as often as the others.
 *
 * @param possible the kinds
 */
record FaultOrder(List<Fault> possible) {
  private static final List<Fault> ALL =
      List.of(
          new BrokerKill(),
          new NodeKill(),
          new BrokerPause("short", Fault.SHORT),
          new BrokerPause("medium", Fault.MEDIUM),
          new BrokerPause("long", Fault.LONG),
          new NodePause("short", Fault.SHORT),
          new NodePause("long", Fault.LONG),
          new NodeCutOff("short", Fault.SHORT),
          new NodeCutOff("long", Fault.LONG),
          new ClockSkew(),
          new PoisonRecords(),
          new Growth());

  /**
   * The faults that an installation can have; prints those that it cannot, with the reason.
   *
   * @param titles the kinds to choose, separated by commas; empty for all
   */
  static FaultOrder of(KafkaInstallation installation, String titles) {
    List<String> chosen = List.of(titles.split(",", -1));
    List<Fault> possible = new ArrayList<>();
    for (Fault fault : ALL) {
      String obstacle = fault.obstacle(installation);
      if (!titles.isEmpty() && !chosen.contains(fault.title())) {
        continue;
      }
      if (obstacle.isEmpty()) {
        possible.add(fault);
      } else {
        System.out.printf("left out: %s: %s%n", fault.title(), obstacle);
      }
    }
    if (possible.isEmpty()) {
      throw new IllegalArgumentException("There is no fault to cause in: " + titles);
    }
    return new FaultOrder(List.copyOf(possible));
  }

  /** All kinds in a random order, then all in another one, up to a number. */
  List<Fault> take(int count, Random random) {
    List<Fault> round = new ArrayList<>(possible);
    List<Fault> order = new ArrayList<>();
    while (order.size() < count) {
      Collections.shuffle(round, random);
      order.addAll(round.subList(0, Math.min(round.size(), count - order.size())));
    }
    return order;
  }
}
