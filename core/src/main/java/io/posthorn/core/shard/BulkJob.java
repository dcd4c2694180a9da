package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * A replay or a cancellation of many messages: those accepted from {@code from} (inclusive) to
 * {@code to} (exclusive) for which every given wish holds.
 *
 * @param id made by the host, unique within the shard
 * @param status null for any that the action can take: ended ones for a replay, waiting ones for a
 *     cancellation
 * @param preview whether to count only
 * @param madeAt where there are several shards, the moment at which it was asked for, the same for
 *     all of them: each hears of it at another one; else 0
 */
public record BulkJob(
    long id,
    Action action,
    String customerId,
    @Nullable EndpointId endpoint,
    @Nullable SubscriptionId subscription,
    @Nullable String objCode,
    @Nullable String eventType,
    @Nullable MessageStatus status,
    long from,
    long to,
    boolean preview,
    long madeAt) {
  /** A job for one shard that is alone. */
  public BulkJob(
      long id,
      Action action,
      String customerId,
      @Nullable EndpointId endpoint,
      @Nullable SubscriptionId subscription,
      @Nullable String objCode,
      @Nullable String eventType,
      @Nullable MessageStatus status,
      long from,
      long to,
      boolean preview) {
    this(
        id,
        action,
        customerId,
        endpoint,
        subscription,
        objCode,
        eventType,
        status,
        from,
        to,
        preview,
        0);
  }

  /** The same for several shards. */
  public BulkJob madeAt(long moment) {
    return new BulkJob(
        id,
        action,
        customerId,
        endpoint,
        subscription,
        objCode,
        eventType,
        status,
        from,
        to,
        preview,
        moment);
  }

  /** What is done to each message. Numbers are stored and never reused. */
  public enum Action {
    REPLAY(1),
    CANCEL(2);

    private final int number;

    Action(int number) {
      this.number = number;
    }

    public int number() {
      return number;
    }

    static Action of(int number) {
      for (Action action : values()) {
        if (action.number == number) {
          return action;
        }
      }
      throw new IllegalStateException("damaged record: bulk action " + number);
    }
  }
}
