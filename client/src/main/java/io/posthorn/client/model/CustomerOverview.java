package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer's current state.
 *
 * @param needingAttention the number of endpoints that need attention
 * @param attention these endpoints, worst first; at most 50
 * @param incomplete nodes that could not be reached, as host:port
 */
public record CustomerOverview(
    Instant at,
    @Nullable PauseStatus delivery,
    @Nullable EndpointCounts endpoints,
    @Nullable WaitingCounts waiting,
    int needingAttention,
    List<Attention> attention,
    List<String> incomplete) {

  /**
   * Endpoints by state.
   *
   * @param paused beside their state
   * @param complete whether all were counted
   */
  public record EndpointCounts(
      int total, int enabled, int disabled, int frozen, int paused, boolean complete) {}

  /**
   * Messages that wait.
   *
   * @param held at endpoints that are disabled, frozen or paused
   */
  public record WaitingCounts(
      long first, long retry, long order, long held, @Nullable Instant oldestSince) {}

  /**
   * An endpoint that needs attention.
   *
   * @param kind {@code frozen}, {@code disabled}, {@code nearLimit} or {@code paused}
   */
  public record Attention(
      String endpointId,
      String url,
      String kind,
      @Nullable Instant since,
      @Nullable Instant nextProbeAt,
      String reason) {}
}
