package io.posthorn.sim.world;

import io.posthorn.core.message.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/** The web servers that messages go to: each has a mood, and a plan of its moods to come. */
public final class SimulatedReceivers {
  private final Map<String, TreeMap<Long, Mood>> plans = new HashMap<>();
  private final RandomGenerator random;

  public SimulatedReceivers(RandomGenerator random) {
    this.random = random;
  }

  /** From a moment on (in elapsed time) a receiver is in this mood. */
  public void plan(String url, long from, Mood mood) {
    plans.computeIfAbsent(url, u -> new TreeMap<>()).put(from, mood);
  }

  /** From a moment on every receiver is healthy, whatever was planned. */
  public void heal(long from) {
    for (TreeMap<Long, Mood> plan : plans.values()) {
      plan.tailMap(from, true).clear();
      plan.put(from, Mood.HEALTHY);
    }
  }

  /** The mood of a receiver; who has no plan is healthy. */
  public Mood mood(String url, long elapsed) {
    TreeMap<Long, Mood> plan = plans.get(url);
    Map.Entry<Long, Mood> entry = plan == null ? null : plan.floorEntry(elapsed);
    return entry == null ? Mood.HEALTHY : entry.getValue();
  }

  /** What comes of a request; it takes as long as the outcome says. */
  public Outcome answer(SimulatedRequest request, long elapsed) {
    return mood(request.url(), elapsed).answer(request, random);
  }
}
