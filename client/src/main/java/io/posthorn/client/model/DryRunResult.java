package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What would become of an event that was not stored.
 *
 * @param subscriptions what each subscription that could want it says
 */
public record DryRunResult(String id, String customerId, List<Match> subscriptions) {
  /** What a subscription says to an event. */
  public record Match(String id, String endpointId, boolean matches, List<Refusal> refusals) {}

  /** What a subscription that is not made yet says to an event. */
  public record Verdict(
      String id,
      String objCode,
      String eventType,
      @Nullable String objId,
      @Nullable Instant acceptedAt,
      boolean matches,
      List<Refusal> refusals) {}

  /**
   * A filter that said no.
   *
   * @param pointer where it is in the subscription, as a JSON pointer
   * @param saw what it saw in the event
   */
  public record Refusal(String pointer, String fieldName, String comparison, String saw) {}
}
