package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with its settings, and its distance from each rule that would disable or freeze it.
 *
 * @param inFlightLimit how many requests it may have in flight now
 * @param retryAfterUntil until when it has asked for no requests
 * @param maxInFlight the limit that was set for it; null for the general one
 * @param maxPerSecond the limit that was set for it; null for none
 * @param timeout such as {@code 5s}; null for the general one
 * @param headers static headers; their values are masked
 * @param latency null where there were no attempts
 */
public record EndpointDetails(
    @JsonUnwrapped EndpointSummary summary,
    int inFlightLimit,
    @Nullable Instant retryAfterUntil,
    @Nullable Integer maxInFlight,
    @Nullable Integer maxPerSecond,
    @Nullable String timeout,
    Map<String, String> headers,
    @Nullable Latency latency,
    List<RuleProgress> ruleDistance) {

  public String id() {
    return summary.id();
  }

  public EndpointStatus status() {
    return summary.status();
  }

  public boolean paused() {
    return summary.paused();
  }

  /** Percentiles of the duration of attempts, in milliseconds. */
  public record Latency(long p50, long p90, long p99) {}

  /**
   * How far an endpoint is towards one rule.
   *
   * @param rule the status that it leads to: {@code disabled} or {@code frozen}
   * @param needs what has to be so for the rule, for a person
   * @param now what is so, for a person
   * @param share from 0 to 1, where the rule applies
   */
  public record RuleProgress(String rule, String needs, String now, double share) {}
}
