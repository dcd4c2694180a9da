package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.store.StoredEnum;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * A selection of a customer's messages: those that meet every given criterion. Lists, replays,
 * cancellations and retries share it, so that the same criteria mean the same messages.
 *
 * @param event about the event of the message
 * @param outcome about the last attempt; together with {@code attempted} about the attempts of that
 *     time
 * @param attempted when an attempt ended, which is the time at which statistics count it; all times
 *     select messages without an attempt as well
 * @param ended all times select waiting messages as well
 */
public record MessageSelection(
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    EventCriteria event,
    @Nullable Status status,
    @Nullable OutcomeFilter outcome,
    TimeRange attempted,
    TimeRange accepted,
    TimeRange ended) {

  /** All messages. */
  public static final MessageSelection ALL =
      new MessageSelection(
          null, null, EventCriteria.ANY, null, null, TimeRange.ALL, TimeRange.ALL, TimeRange.ALL);

  /** The status of a message as users see it. Numbers are stored and never reused. */
  public enum Status implements StoredEnum {
    /** Waiting without a request in flight. */
    WAITING(0, "waiting", MessageStatus.WAITING),
    DELIVERED(1, "delivered", MessageStatus.DELIVERED),
    DROPPED(2, "dropped", MessageStatus.DROPPED),
    CANCELLED(3, "cancelled", MessageStatus.CANCELLED),
    /** Waiting with a request in flight. */
    IN_FLIGHT(4, "inFlight", MessageStatus.WAITING);

    private final int number;
    private final String text;
    private final MessageStatus stored;

    Status(int number, String text, MessageStatus stored) {
      this.number = number;
      this.text = text;
      this.stored = stored;
    }

    @Override
    public int number() {
      return number;
    }

    /** The name used in the API. */
    public String text() {
      return text;
    }

    /** The status in the store, which has messages in flight as waiting. */
    public MessageStatus stored() {
      return stored;
    }

    public static Status of(int number) {
      return StoredEnum.of(values(), number, "selected status");
    }
  }

  /**
   * Returns whether a message meets the criteria that its own record decides. Its time of
   * acceptance is not among them: a walk over messages covers that range alone.
   *
   * @param inFlight whether its request is in flight
   */
  public boolean holds(Message message, boolean inFlight) {
    return statusHolds(message, inFlight)
        && (endpoint == null || endpoint.equals(message.endpoint()))
        && (subscription == null || subscription.equals(message.subscription()))
        && endHolds(message);
  }

  private boolean statusHolds(Message message, boolean inFlight) {
    return status == null
        || (status.stored() == message.status()
            && (message.status().ended() || inFlight == (status == Status.IN_FLIGHT)));
  }

  private boolean endHolds(Message message) {
    return ended.isAll() || (message.status().ended() && ended.contains(message.endedAt()));
  }

  /** Returns whether one attempt of a message has to meet the criteria about attempts. */
  public boolean needsAnAttempt() {
    return !attempted.isAll();
  }

  /** Returns whether the last attempt of a message has to meet the criteria about attempts. */
  public boolean needsLastAttempt() {
    return outcome != null && attempted.isAll();
  }

  /** Returns whether an attempt meets the criteria about attempts; null for no attempt. */
  public boolean holds(@Nullable Attempt attempt) {
    boolean inTime =
        attempted.isAll() || (attempt != null && attempted.contains(attempt.recordedAt()));
    return inTime && (outcome == null || outcome.holds(attempt == null ? null : attempt.outcome()));
  }

  public MessageSelection withEndpoint(@Nullable EndpointId id) {
    return new MessageSelection(
        id, subscription, event, status, outcome, attempted, accepted, ended);
  }

  public MessageSelection withSubscription(@Nullable SubscriptionId id) {
    return new MessageSelection(endpoint, id, event, status, outcome, attempted, accepted, ended);
  }

  public MessageSelection withEvent(EventCriteria criteria) {
    return new MessageSelection(
        endpoint, subscription, criteria, status, outcome, attempted, accepted, ended);
  }

  public MessageSelection withStatus(@Nullable Status wanted) {
    return new MessageSelection(
        endpoint, subscription, event, wanted, outcome, attempted, accepted, ended);
  }

  public MessageSelection withOutcome(@Nullable OutcomeFilter wanted) {
    return new MessageSelection(
        endpoint, subscription, event, status, wanted, attempted, accepted, ended);
  }

  public MessageSelection withAttempted(TimeRange times) {
    return new MessageSelection(
        endpoint, subscription, event, status, outcome, times, accepted, ended);
  }

  public MessageSelection withAccepted(TimeRange times) {
    return new MessageSelection(
        endpoint, subscription, event, status, outcome, attempted, times, ended);
  }

  public MessageSelection withEnded(TimeRange times) {
    return new MessageSelection(
        endpoint, subscription, event, status, outcome, attempted, accepted, times);
  }
}
