package io.posthorn.sim.model;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import java.util.List;

/** The part of the model for bulk jobs: the messages that each must replay, cancel or retry. */
final class BulkJobModel {
  /** A bulk job that is not known to be done, and when it was created. */
  record RunningJob(BulkJob job, long createdAt) {}

  private final ReferenceModel model;

  BulkJobModel(ReferenceModel model) {
    this.model = model;
  }

  void started(BulkJob job, long now) {
    if (job.preview()) {
      return;
    }
    model.settle(false);
    model.jobs().put(job.id(), new RunningJob(job, now));
    for (ExpectedMessage known : model.messages().values()) {
      if (selects(job, known)) {
        switch (job.action()) {
          case REPLAY -> model.replaying().put(known.id(), payloadIsKept(known, now));
          case RETRY -> model.retrying().put(known.id(), true);
          case CANCEL -> {
            if (!model.cancelledAtOnce(known.id())) {
              boolean soon = !model.inFlight().has(known.id());
              model
                  .cancellations()
                  .put(
                      known.id(),
                      new ExpectedMessage.Cancellation(EndReason.BY_REQUEST, false, soon));
            }
          }
        }
      }
    }
  }

  /** A message that arrives while a cancellation runs may be cancelled too. */
  void arrived(ExpectedMessage known) {
    for (RunningJob running : model.jobs().values()) {
      if (running.job().action() == BulkJob.Action.CANCEL
          && selects(running.job(), known)
          && !model.cancelledAtOnce(known.id())) {
        model
            .cancellations()
            .put(known.id(), new ExpectedMessage.Cancellation(EndReason.BY_REQUEST, false, false));
      }
    }
  }

  /** A message replayed in the millisecond in which a cancellation is created may be cancelled. */
  void replayed(ExpectedMessage known, long now) {
    for (RunningJob running : model.jobs().values()) {
      if (running.job().action() == BulkJob.Action.CANCEL
          && running.createdAt() == now
          && selects(running.job(), known)
          && !model.cancelledAtOnce(known.id())) {
        model
            .cancellations()
            .put(known.id(), new ExpectedMessage.Cancellation(EndReason.BY_REQUEST, false, false));
      }
    }
  }

  /** A message that ends in the millisecond in which a replay is created may be replayed. */
  void ended(ExpectedMessage known, long now) {
    for (RunningJob running : model.jobs().values()) {
      if (running.job().action() == BulkJob.Action.REPLAY
          && running.createdAt() == now
          && selects(running.job(), known)) {
        model.replaying().put(known.id(), false);
      }
    }
  }

  /** All jobs are done. */
  void settled() {
    List.copyOf(model.jobs().keys()).forEach(model.jobs()::remove);
    List.copyOf(model.retrying().keys()).forEach(model.retrying()::remove);
  }

  /**
   * Returns whether a message's payload is certainly there: without it there is nothing to replay.
   */
  private boolean payloadIsKept(ExpectedMessage known, long now) {
    long age = now - known.id().event().acceptedAt();
    return !model.removedEarly() && age < model.rules().retention().deliveredPayloads();
  }

  private boolean selects(BulkJob job, ExpectedMessage known) {
    long acceptedAt = known.id().event().acceptedAt();
    boolean eligible =
        switch (job.action()) {
          case REPLAY ->
              !known.waiting() && model.subscriptions().has(known.message().subscription());
          case CANCEL, RETRY -> known.waiting();
        };
    MessageSelection selection = job.selection();
    return eligible
        && known.customerId().equals(job.customerId())
        && selection.accepted().contains(acceptedAt)
        && (selection.endpoint() == null || selection.endpoint().equals(known.message().endpoint()))
        && (selection.subscription() == null
            || selection.subscription().equals(known.message().subscription()))
        && (selection.event().objCode() == null
            || selection.event().objCode().equals(known.event().objCode()))
        && (selection.event().eventType() == null
            || selection.event().eventType().equals(known.event().eventType()))
        && (selection.event().objId() == null
            || selection.event().objId().equals(known.event().objId()))
        && (selection.status() == null || selection.status().stored() == known.message().status());
  }
}
