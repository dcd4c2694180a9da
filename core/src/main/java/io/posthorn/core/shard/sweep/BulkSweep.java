package io.posthorn.core.shard.sweep;

import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.delivery.MessageCommands;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.MessageWalk;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.state.ShardState;
import java.util.List;

/** The sweep of a bulk job: replays or cancels many messages, or only counts them. */
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
    MessageWalk walk =
        new MessageWalk(
            state.store,
            job.customerId(),
            selection.endpoint(),
            selection.subscription(),
            selection.from(),
            // Only messages accepted before the job was created.
            Math.min(selection.to(), progress.createdAt() + 1));
    List<MessageId> ids = walk.next(progress.done(), STEP);
    long taken = 0;
    MessageId done = progress.done();
    for (MessageId id : ids) {
      done = id;
      Message message = state.messages.get(job.customerId(), id);
      if (message != null && meant(job, message) && take(job, message)) {
        taken++;
      }
    }
    boolean last = ids.size() < STEP;
    progress =
        new BulkProgress(
            job,
            progress.createdAt(),
            done,
            progress.examined() + ids.size(),
            progress.taken() + taken,
            last ? state.now() : 0);
  }

  private boolean meant(BulkJob job, Message message) {
    boolean fits =
        switch (job.action()) {
          case REPLAY -> message.status().ended() && endedBefore(job, message);
          case CANCEL -> !message.status().ended() && message.start() <= progress.createdAt();
        };
    return fits && job.selection().holds(message) && eventMeant(job, message);
  }

  /**
   * Whether a message ended before the replay was requested. A shard that receives the job late may
   * have adopted messages that another shard already replayed for it, and that have ended again.
   */
  private boolean endedBefore(BulkJob job, Message message) {
    return message.endedAt() <= progress.createdAt()
        && (job.madeAt() == 0 || message.start() <= job.madeAt());
  }

  /**
   * Slot 0 of replayed messages: after the time of the job, whatever this shard's clock says, so
   * that other shards recognise them. They are due at once regardless.
   */
  private long replayedFrom(BulkJob job) {
    return job.madeAt() == 0 ? state.now() : Math.max(state.now(), job.madeAt() + 1);
  }

  private boolean eventMeant(BulkJob job, Message message) {
    if (!job.selection().asksForEvent()) {
      return true;
    }
    StoredEvent stored = state.events.get(job.customerId(), message.id().event());
    return stored != null && job.selection().holds(stored.event());
  }

  private boolean take(BulkJob job, Message message) {
    return switch (job.action()) {
      case REPLAY ->
          job.preview()
              ? messages.obstacle(job.customerId(), message).isEmpty()
              : messages.replay(job.customerId(), message, replayedFrom(job)).isEmpty();
      case CANCEL -> job.preview() || messages.cancel(message);
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
