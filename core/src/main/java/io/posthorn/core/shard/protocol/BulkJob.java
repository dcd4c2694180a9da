package io.posthorn.core.shard.protocol;

/**
 * A bulk replay or cancellation.
 *
 * @param id created by the host, unique within the shard
 * @param selection the messages to act on, among those the action applies to: ended ones for a
 *     replay, waiting ones for a cancellation
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
