package io.posthorn.sim.ledger;

import io.posthorn.core.message.EndReason;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import java.util.List;

/** Notes which messages a bulk job must take. */
final class BulkBook {
  private final Ledger ledger;

  BulkBook(Ledger ledger) {
    this.ledger = ledger;
  }

  void started(BulkJob job, long now) {
    if (job.preview()) {
      return;
    }
    ledger.settle(false);
    ledger.jobs().put(job.id(), new RunningJob(job, now));
    for (KnownMessage known : ledger.messages().values()) {
      if (wanted(job, known)) {
        switch (job.action()) {
          case REPLAY -> ledger.replaying().put(known.id(), payloadIsKept(known, now));
          case CANCEL -> {
            if (!ledger.condemned(known.id())) {
              boolean soon = !ledger.flights().has(known.id());
              ledger.doomed().put(known.id(), new Doom(EndReason.BY_REQUEST, false, soon));
            }
          }
        }
      }
    }
  }

  /** What comes while a cancellation runs may be taken as well. */
  void arrived(KnownMessage known) {
    for (RunningJob running : ledger.jobs().values()) {
      if (running.job().action() == BulkJob.Action.CANCEL
          && wanted(running.job(), known)
          && !ledger.condemned(known.id())) {
        ledger.doomed().put(known.id(), new Doom(EndReason.BY_REQUEST, false, false));
      }
    }
  }

  /** What begins again in the very moment in which a cancellation is made may be taken by it. */
  void replayed(KnownMessage known, long now) {
    for (RunningJob running : ledger.jobs().values()) {
      if (running.job().action() == BulkJob.Action.CANCEL
          && running.madeAt() == now
          && wanted(running.job(), known)
          && !ledger.condemned(known.id())) {
        ledger.doomed().put(known.id(), new Doom(EndReason.BY_REQUEST, false, false));
      }
    }
  }

  /** What ends in the very moment in which a replay is made may be taken by it. */
  void ended(KnownMessage known, long now) {
    for (RunningJob running : ledger.jobs().values()) {
      if (running.job().action() == BulkJob.Action.REPLAY
          && running.madeAt() == now
          && wanted(running.job(), known)) {
        ledger.replaying().put(known.id(), false);
      }
    }
  }

  /** All jobs are done. */
  void settled() {
    List.copyOf(ledger.jobs().keys()).forEach(ledger.jobs()::remove);
  }

  /** Whether a message's payload is surely there: without it there is nothing to replay. */
  private boolean payloadIsKept(KnownMessage known, long now) {
    long age = now - known.id().event().acceptedAt();
    return !ledger.trimmed() && age < ledger.rules().retention().deliveredPayloads();
  }

  private boolean wanted(BulkJob job, KnownMessage known) {
    long acceptedAt = known.id().event().acceptedAt();
    boolean takable =
        switch (job.action()) {
          case REPLAY ->
              !known.waiting() && ledger.subscriptions().has(known.message().subscription());
          case CANCEL -> known.waiting();
        };
    MessageSelection meant = job.selection();
    return takable
        && known.customerId().equals(job.customerId())
        && acceptedAt >= meant.from()
        && acceptedAt < meant.to()
        && (meant.endpoint() == null || meant.endpoint().equals(known.message().endpoint()))
        && (meant.subscription() == null
            || meant.subscription().equals(known.message().subscription()))
        && (meant.objCode() == null || meant.objCode().equals(known.event().objCode()))
        && (meant.eventType() == null || meant.eventType().equals(known.event().eventType()))
        && (meant.status() == null || meant.status() == known.message().status());
  }
}
