package io.posthorn.client.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of a dry run: how subscriptions would handle an event.
 *
 * @param subscriptions the result for each candidate subscription
 */
public record DryRunResult(String id, String customerId, List<Match> subscriptions) {
  /**
   * The result of a subscription for an event.
   *
   * @param format the format of the message, such as {@code cloudevents}; null from older servers
   * @param orderingKey the object whose messages would be delivered in order with this one; null if
   *     it would not be ordered
   */
  public record Match(
      String id,
      String endpointId,
      @Nullable String format,
      @Nullable String orderingKey,
      boolean matches,
      List<Refusal> refusals) {}

  /**
   * The result of an unsaved subscription for an event.
   *
   * @param orderingKey the object whose messages would be delivered in order with this one; null if
   *     it would not be ordered
   */
  public record Verdict(
      String id,
      String objCode,
      String eventType,
      @Nullable String objId,
      @Nullable Instant acceptedAt,
      @Nullable String orderingKey,
      boolean matches,
      List<Refusal> refusals) {}

  /**
   * A filter that did not match.
   *
   * @param pointer its position in the subscription, as a JSON pointer
   * @param expected the value it looks for; null from older servers
   * @param saw the value it found in the event
   * @param reason why it can never match such a value; null if another value could match
   */
  public record Refusal(
      String pointer,
      String fieldName,
      String comparison,
      @Nullable String expected,
      String saw,
      @Nullable String reason) {}
}
