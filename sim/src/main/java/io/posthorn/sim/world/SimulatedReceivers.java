package io.posthorn.sim.world;

import io.posthorn.core.message.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The web servers that messages go to: each has a schedule of behaviours. */
public final class SimulatedReceivers {
  private final Map<String, TreeMap<Long, ReceiverBehaviour>> schedules = new HashMap<>();
  private final RandomGenerator random;

  public SimulatedReceivers(RandomGenerator random) {
    this.random = random;
  }

  /** Sets how a receiver behaves from a moment of elapsed time on. */
  public void plan(String url, long from, ReceiverBehaviour behaviour) {
    schedules.computeIfAbsent(url, u -> new TreeMap<>()).put(from, behaviour);
  }

  /** Makes every receiver healthy from a moment on, whatever was planned. */
  public void heal(long from) {
    for (TreeMap<Long, ReceiverBehaviour> schedule : schedules.values()) {
      schedule.tailMap(from, true).clear();
      schedule.put(from, RandomBehaviour.HEALTHY);
    }
  }

  /** The outcome of a request; a receiver without a schedule is healthy. */
  public Outcome answer(SimulatedRequest request) {
    TreeMap<Long, ReceiverBehaviour> schedule = schedules.get(request.url());
    Map.Entry<Long, ReceiverBehaviour> current =
        schedule == null ? null : schedule.floorEntry(request.elapsed());
    ReceiverBehaviour behaviour = current == null ? RandomBehaviour.HEALTHY : current.getValue();
    return behaviour.answer(request, random);
  }
}
