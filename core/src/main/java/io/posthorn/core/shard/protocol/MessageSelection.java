package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.store.StoredEnum;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * Some of a customer's messages: those that meet every given criterion. Lists, replays,
 * cancellations and retries share it, so that the same criteria mean the same messages.
 *
 * @param event about the event of the message
 * @param outcome about the last attempt
 * @param attemptedFrom the first time at which the last attempt ended, inclusive; 0 selects
 *     messages without an attempt as well
 * @param attemptedTo the last one, exclusive; {@link #END_OF_TIME} selects messages without an
 *     attempt as well
 * @param from the first time of acceptance, inclusive
 * @param to the last one, exclusive
 * @param endedFrom the first time of ending, inclusive; 0 selects waiting messages as well
 * @param endedTo the last one, exclusive; {@link #END_OF_TIME} selects waiting messages as well
 */
public record MessageSelection(
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    EventCriteria event,
    @Nullable Status status,
    @Nullable OutcomeFilter outcome,
    long attemptedFrom,
    long attemptedTo,
    long from,
    long to,
    long endedFrom,
    long endedTo) {

  /** The largest time that fits the 48 bits of a key. */
  public static final long END_OF_TIME = (1L << 47) - 1;

  /** All messages. */
  public static final MessageSelection ALL =
      new MessageSelection(
          null,
          null,
          EventCriteria.ANY,
          null,
          null,
          0,
          END_OF_TIME,
          0,
          END_OF_TIME,
          0,
          END_OF_TIME);

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
    boolean any = endedFrom == 0 && endedTo == END_OF_TIME;
    return any
        || (message.status().ended()
            && message.endedAt() >= endedFrom
            && message.endedAt() < endedTo);
  }

  /** Returns whether a criterion is about the last attempt, which is a record of its own. */
  public boolean needsLastAttempt() {
    return outcome != null || hasAttemptedTimes();
  }

  /** Returns whether the time of the last attempt is limited. */
  public boolean hasAttemptedTimes() {
    return attemptedFrom != 0 || attemptedTo != END_OF_TIME;
  }

  /** Returns whether the last attempt meets the criteria about it; null for no attempt. */
  public boolean holds(@Nullable Attempt last) {
    boolean inTime =
        !hasAttemptedTimes()
            || (last != null
                && last.recordedAt() >= attemptedFrom
                && last.recordedAt() < attemptedTo);
    return inTime && (outcome == null || outcome.holds(last == null ? null : last.outcome()));
  }

  public MessageSelection withEndpoint(@Nullable EndpointId id) {
    return new MessageSelection(
        id,
        subscription,
        event,
        status,
        outcome,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        endedFrom,
        endedTo);
  }

  public MessageSelection withSubscription(@Nullable SubscriptionId id) {
    return new MessageSelection(
        endpoint,
        id,
        event,
        status,
        outcome,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        endedFrom,
        endedTo);
  }

  public MessageSelection withEvent(EventCriteria criteria) {
    return new MessageSelection(
        endpoint,
        subscription,
        criteria,
        status,
        outcome,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        endedFrom,
        endedTo);
  }

  public MessageSelection withStatus(@Nullable Status wanted) {
    return new MessageSelection(
        endpoint,
        subscription,
        event,
        wanted,
        outcome,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        endedFrom,
        endedTo);
  }

  public MessageSelection withOutcome(@Nullable OutcomeFilter wanted) {
    return new MessageSelection(
        endpoint,
        subscription,
        event,
        status,
        wanted,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        endedFrom,
        endedTo);
  }

  /** With a last attempt that ended between two times: the moment at which statistics count it. */
  public MessageSelection attempted(long first, long end) {
    return new MessageSelection(
        endpoint, subscription, event, status, outcome, first, end, from, to, endedFrom, endedTo);
  }

  /** Accepted between two times. */
  public MessageSelection accepted(long first, long end) {
    return new MessageSelection(
        endpoint,
        subscription,
        event,
        status,
        outcome,
        attemptedFrom,
        attemptedTo,
        first,
        end,
        endedFrom,
        endedTo);
  }

  /** Ended between two times. */
  public MessageSelection ended(long first, long end) {
    return new MessageSelection(
        endpoint,
        subscription,
        event,
        status,
        outcome,
        attemptedFrom,
        attemptedTo,
        from,
        to,
        first,
        end);
  }
}
