package io.posthorn.core.shard.protocol;

/**
 * A replay or a cancellation of many messages.
 *
 * @param id made by the host, unique within the shard
 * @param selection of those that the action can take: ended ones for a replay, waiting ones for a
 *     cancellation
 * @param preview whether to count only
 * @param madeAt where there are several shards, the moment at which it was asked for, the same for
 *     all of them: each hears of it at another one; else 0
 */
public record BulkJob(
    long id,
    Action action,
    String customerId,
    MessageSelection selection,
    boolean preview,
    long madeAt) {
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

    public static Action of(int number) {
      for (Action action : values()) {
        if (action.number == number) {
          return action;
        }
      }
      throw new IllegalStateException("damaged record: bulk action " + number);
    }
  }
}
