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
 * @param manyEndpoints endpoints in the row {@code endpoints}, with a subscription each
 * @param idleMillis the wait before the memory of an idle server is measured
 * @param slices the slices of the long run, one per chart point
 * @param restored ended messages in the changelogs that an empty Kafka node restores; a tenth of
 *     that waits
 */
public record BenchPlan(
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
    int manyEndpoints,
    long idleMillis,
    int slices,
    long sliceMillis,
    long restored) {
  public static final BenchPlan FULL =
      new BenchPlan(
          5,
          4_000,
          12_000,
          10_000_000,
          100,
          100,
          840,
          200,
          250,
          250,
          100_000,
          100_000,
          3_000,
          120,
          10_000,
          1_000_000);

  public static final BenchPlan QUICK =
      new BenchPlan(
          3, 2_000, 3_000, 1_000_000, 100, 100, 840, 200, 250, 250, 100_000, 20_000, 1_000, 12,
          5_000, 100_000);

  /** For tests: every row runs, but the figures are meaningless. */
  public static final BenchPlan TINY =
      new BenchPlan(1, 150, 100, 3_000, 10, 10, 840, 2, 2, 2, 2_000, 50, 10, 4, 50, 500);

  private static final long LEAST_RETENTION_MILLIS = 10_000;
  private static final long MOST_RETENTION_MILLIS = 300_000;

  /** Ten per object code; they differ by a filter. */
  public static final int REGIONS = 10;

  /** The retention of the long run: a quarter of it, so that most of it removes messages. */
  long retentionMillis() {
    return Math.clamp(slices * sliceMillis / 4, LEAST_RETENTION_MILLIS, MOST_RETENTION_MILLIS);
  }

  public BenchPlan withRounds(int changed) {
    return with(changed, endpoints, textBytes, slices);
  }

  /** With a long run of another length. */
  public BenchPlan withMinutes(int minutes) {
    return with(rounds, endpoints, textBytes, (int) (minutes * 60_000L / sliceMillis));
  }

  /** With other endpoints and payloads. */
  public BenchPlan with(int otherEndpoints, int otherTextBytes) {
    return with(rounds, otherEndpoints, otherTextBytes, slices);
  }

  private BenchPlan with(int otherRounds, int otherEndpoints, int otherTextBytes, int otherSlices) {
    return new BenchPlan(
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
        manyEndpoints,
        idleMillis,
        otherSlices,
        sliceMillis,
        restored);
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
    settings.put("manyEndpoints", Integer.toString(manyEndpoints));
    return settings;
  }
}
