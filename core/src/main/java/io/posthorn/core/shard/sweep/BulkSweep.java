package io.posthorn.core.shard.sweep;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.delivery.MessageCommands;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.MessageMatcher;
import io.posthorn.core.shard.layout.MessageScan;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ReadBudget;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/** The sweep of a bulk job: replays, cancels or retries many messages, or only counts them. */
public final class BulkSweep implements Sweep {
  private final ShardState state;
  private final MessageCommands messages;
  private BulkProgress progress;

  public BulkSweep(ShardState state, MessageCommands messages, BulkProgress progress) {
    this.state = state;
    this.messages = messages;
    this.progress = progress;
  }

  @Override
  public byte[] key() {
    return progress.key();
  }

  @Override
  public byte[] encode() {
    return progress.encode();
  }

  @Override
  public void step() {
    BulkJob job = progress.job();
    MessageSelection selection = job.selection();
    // Only messages accepted before the job was created.
    long to = Math.min(selection.accepted().to(), progress.createdAt() + 1);
    ReadBudget budget = state.store.budget(KEYS);
    MessageScan.Step step =
        new MessageScan(state.store, job.customerId(), selection, to).next(progress.done(), STEP);
    MessageMatcher matcher =
        new MessageMatcher(state.store, job.customerId(), selection, state::isInFlight);
    int seen = 0;
    long examined = 0;
    long taken = 0;
    Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    skipped.putAll(progress.skipped());
    for (MessageId id : step.ids()) {
      if (budget.spent() && startsAnEvent(step, seen)) {
        break;
      }
      seen++;
      Message message = state.messages.get(job.customerId(), id);
      if (message == null) {
        continue; // of another customer, whose subscription was named
      }
      examined++;
      if (fits(job, message) && matcher.matches(message)) {
        Optional<SkipReason> reason = take(job, message);
        reason.ifPresent(found -> skipped.merge(found, 1L, Long::sum));
        taken += reason.isEmpty() ? 1 : 0;
      }
    }
    boolean all = seen == step.ids().size();
    progress =
        new BulkProgress(
            job,
            progress.createdAt(),
            all ? step.position() : step.ids().get(seen - 1),
            firstAt(step),
            progress.examined() + examined,
            progress.taken() + taken,
            skipped,
            all && step.end() ? state.now() : 0);
  }

  /**
   * Returns whether an id has another event than the one before it. A step ends only there: the
   * messages of an event share the read of the event.
   */
  private static boolean startsAnEvent(MessageScan.Step step, int index) {
    return index > 0 && !step.ids().get(index).event().equals(step.ids().get(index - 1).event());
  }

  private long firstAt(MessageScan.Step step) {
    return progress.firstAt() > 0 || step.ids().isEmpty()
        ? progress.firstAt()
        : step.ids().getFirst().event().acceptedAt();
  }

  /** Returns whether the action applies to a message. */
  private boolean fits(BulkJob job, Message message) {
    return switch (job.action()) {
      case REPLAY -> message.status().ended() && endedBefore(job, message);
      case CANCEL, RETRY -> !message.status().ended() && message.since() <= progress.createdAt();
    };
  }

  /**
   * Returns whether a message ended before the replay was requested. A shard that receives the job
   * late may have adopted messages that another shard already replayed for it, and that have ended
   * again.
   */
  private boolean endedBefore(BulkJob job, Message message) {
    return message.endedAt() <= progress.createdAt()
        && (job.madeAt() == 0 || message.since() <= job.madeAt());
  }

  /**
   * Slot 0 of replayed messages: after the time of the job, whatever this shard's clock says, so
   * that other shards recognise them. They are due at once regardless.
   */
  private long replayedFrom(BulkJob job) {
    return job.madeAt() == 0 ? state.now() : Math.max(state.now(), job.madeAt() + 1);
  }

  /** Acts on a message, or returns the reason why it cannot. */
  private Optional<SkipReason> take(BulkJob job, Message message) {
    return switch (job.action()) {
      case REPLAY ->
          (job.preview()
                  ? messages.replayObstacle(job.customerId(), message)
                  : messages.replay(job.customerId(), message, replayedFrom(job)))
              .map(MessageCommands.Obstacle::reason);
      case CANCEL ->
          job.preview() || messages.cancel(message)
              ? Optional.empty()
              : Optional.of(SkipReason.ENDED);
      case RETRY ->
          job.preview()
              ? messages.retryObstacle(message).map(MessageCommands.Obstacle::reason)
              : messages.retryOneOfMany(job.customerId(), message.id());
    };
  }

  @Override
  public boolean finished() {
    return progress.finishedAt() > 0;
  }

  @Override
  public boolean idle() {
    return false;
  }

  @Override
  public boolean keepsRecord() {
    return true;
  }
}
