package io.posthorn.core.shard.protocol;

import io.posthorn.core.store.StoredEnum;

/**
 * A bulk replay, cancellation or retry.
 *
 * @param id created by the host, unique within the shard
 * @param selection the messages to act on, among those the action applies to: ended ones for a
 *     replay, waiting ones for a cancellation or a retry
 * @param preview whether to count without acting
 * @param madeAt with several shards, the time of the request, the same for all of them, since each
 *     receives it at a different time; otherwise 0
 */
public record BulkJob(
    long id,
    Action action,
    String customerId,
    MessageSelection selection,
    boolean preview,
    long madeAt) {
  /** The action on each message. Numbers are stored and never reused. */
  public enum Action implements StoredEnum {
    REPLAY(1),
    CANCEL(2),
    RETRY(3);

    private final int number;

    Action(int number) {
      this.number = number;
    }

    @Override
    public int number() {
      return number;
    }

    public static Action of(int number) {
      return StoredEnum.of(values(), number, "bulk action");
    }
  }
}
