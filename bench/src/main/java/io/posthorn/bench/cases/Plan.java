package io.posthorn.bench.cases;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The size of a benchmark run.
 *
 * @param rounds the rounds per row; the median counts
 * @param roundMillis the time a round posts
 * @param warmMillis the warm-up time of each load profile
 * @param backlog waiting messages in the backlog rows
 * @param codes object codes, with ten subscriptions each
 * @param dead endpoints that refuse connections
 * @param manySubscriptions subscriptions in the larger index
 * @param idleMillis the wait before the memory of an idle server is measured
 * @param slices the slices of the long run, one per chart point
 */
public record Plan(
    int rounds,
    long roundMillis,
    long warmMillis,
    long backlog,
    int codes,
    int endpoints,
    int textBytes,
    int dead,
    int tarpits,
    int slow,
    int manySubscriptions,
    long idleMillis,
    int slices,
    long sliceMillis) {
  public static final Plan FULL =
      new Plan(
          3, 6_000, 16_000, 10_000_000, 100, 100, 840, 200, 250, 250, 100_000, 3_000, 120, 10_000);

  public static final Plan QUICK =
      new Plan(3, 2_000, 3_000, 1_000_000, 100, 100, 840, 200, 250, 250, 100_000, 1_000, 12, 5_000);

  /** For tests: every row runs, but the figures are meaningless. */
  public static final Plan TINY =
      new Plan(1, 150, 100, 3_000, 10, 10, 840, 2, 2, 2, 2_000, 10, 4, 50);

  /** Ten per object code; they differ by a filter. */
  public static final int REGIONS = 10;

  public Plan withRounds(int changed) {
    return with(changed, endpoints, textBytes, slices);
  }

  /** With a long run of another length. */
  public Plan withMinutes(int minutes) {
    return with(rounds, endpoints, textBytes, (int) (minutes * 60_000L / sliceMillis));
  }

  /** With other endpoints and payloads. */
  public Plan with(int otherEndpoints, int otherTextBytes) {
    return with(rounds, otherEndpoints, otherTextBytes, slices);
  }

  private Plan with(int otherRounds, int otherEndpoints, int otherTextBytes, int otherSlices) {
    return new Plan(
        otherRounds,
        roundMillis,
        warmMillis,
        backlog,
        codes,
        otherEndpoints,
        otherTextBytes,
        dead,
        tarpits,
        slow,
        manySubscriptions,
        idleMillis,
        otherSlices,
        sliceMillis);
  }

  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("rounds", Integer.toString(rounds));
    settings.put("roundMillis", Long.toString(roundMillis));
    settings.put("warmMillis", Long.toString(warmMillis));
    settings.put("backlog", Long.toString(backlog));
    settings.put("subscriptions", Integer.toString(codes * REGIONS));
    settings.put("endpoints", Integer.toString(endpoints));
    settings.put("textBytes", Integer.toString(textBytes));
    settings.put("dead, tarpits, slow", dead + ", " + tarpits + ", " + slow);
    settings.put("manySubscriptions", Integer.toString(manySubscriptions));
    return settings;
  }
}
