package io.posthorn.embedded;

import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.SteadyTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** What the engine's thread does: takes from the inbox, turns the shard, lets the effects out. */
final class EngineLoop implements Runnable {
  /** How soon a wall clock that was set forward is noticed while nothing else happens. */
  private static final long LONGEST_PARK_MILLIS = 1_000;

  private final Inbox inbox;
  private final CommittingStore store;
  private final Surroundings around;
  private final Shard shard;
  private final ShardLoop loop;
  private final FiguresDesk desk = new FiguresDesk();
  private final SteadyTime steady;
  private final EventKeys keys;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private final Map<Long, Awaited> unanswered = new HashMap<>();
  private long wakeAt;
  private volatile @Nullable Health last;
  private volatile @Nullable Long drainedBy;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong turns = new AtomicLong();

  /** Somebody who waits, and the room in the intake that he takes meanwhile. */
  private record Awaited(CompletableFuture<Reply> answer, IntakeLoad load) {}

  EngineLoop(
      Shard shard,
      CommittingStore store,
      ShardIdentity identity,
      Inbox inbox,
      Surroundings around) {
    this.inbox = inbox;
    this.store = store;
    this.around = around;
    this.shard = shard;
    loop = new ShardLoop(shard, store, this::release);
    // Behind the last millisecond of the process before, so that event keys never come twice.
    steady = new SteadyTime(shard.time() + 1, around.time().monotonicNanos());
    keys = new EventKeys(identity);
  }

  @Override
  public void run() {
    try {
      while (!drained()) {
        step();
      }
      store.commit(true);
      end(Health.STOPPED, Refusal.STOPPED, null);
    } catch (Throwable e) { // errors too: a loop that is gone must never go unnoticed
      end(Health.failed(e), Refusal.FAILED, e);
    }
  }

  /** Ends the loop once the requests in flight are recorded, or at a monotonic moment. */
  void drain(long deadline) {
    drainedBy = deadline;
    inbox.shut(Refusal.STOPPED);
  }

  private boolean drained() {
    Long deadline = drainedBy;
    return deadline != null
        && ((inFlight.get() == 0 && inbox.isEmpty())
            || around.time().monotonicNanos() - deadline >= 0);
  }

  private void step() throws InterruptedException {
    List<Parcel> parcels = inbox.take(parkNanos());
    long now = now();
    if (!parcels.isEmpty() || now >= wakeAt) {
      turn(parcels, now);
    }
    desk.answer(shard::figures);
  }

  private long parkNanos() {
    long millis = Math.clamp(wakeAt - now(), 0, LONGEST_PARK_MILLIS);
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    Long deadline = drainedBy;
    return deadline == null
        ? nanos
        : Math.clamp(deadline - around.time().monotonicNanos(), 0, nanos);
  }

  private long now() {
    return steady.at(around.time().wallMillis(), around.time().monotonicNanos());
  }

  private void turn(List<Parcel> parcels, long now) {
    List<Command> commands = new ArrayList<>(parcels.size());
    int results = 0;
    for (Parcel parcel : parcels) {
      switch (parcel) {
        case Parcel.Events p -> {
          unanswered.put(p.request(), new Awaited(p.answer(), p.load()));
          commands.add(accept(p, now));
        }
        case Parcel.Order p -> {
          unanswered.put(p.request(), new Awaited(p.answer(), IntakeLoad.NONE));
          commands.add(p.command());
        }
        case Parcel.Result p -> {
          commands.add(new Command.RecordOutcome(p.ticket(), p.outcome()));
          results++;
        }
      }
    }
    wakeAt = loop.turn(commands, now);
    inFlight.addAndGet(-results);
    turns.incrementAndGet();
  }

  private Command accept(Parcel.Events parcel, long now) {
    List<Arrival> arrivals = new ArrayList<>(parcel.events().size());
    for (Parcel.Matched matched : parcel.events()) {
      arrivals.add(new Arrival(keys.next(now), matched.event(), matched.subscriptions()));
    }
    return new Command.AcceptEvents(parcel.request(), arrivals);
  }

  private void release(Effect effect) {
    switch (effect) {
      case Effect.Send send -> send(send);
      case Effect.Answer answer -> answer(answer);
      case Effect.AttemptRecorded e -> around.listener().attemptRecorded(e);
      case Effect.MessageEnded e -> around.listener().messageEnded(e);
      case Effect.EndpointChanged e -> around.listener().endpointChanged(e);
      case Effect.Forward _, Effect.Publish _ ->
          throw new IllegalStateException("a shard that is alone speaks to no other");
    }
  }

  /**
   * Hands a request to the sender. A draining engine starts none: the message still stands in its
   * lane, and the next process sends it, as after a crash.
   */
  private void send(Effect.Send send) {
    if (drainedBy == null) {
      inFlight.incrementAndGet();
      var ticket = send.ticket();
      around.sender().send(send, outcome -> inbox.add(new Parcel.Result(ticket, outcome)));
    }
  }

  private void answer(Effect.Answer answer) {
    Awaited awaited = unanswered.remove(answer.request());
    if (awaited != null) {
      inbox.makeRoom(awaited.load()); // first: who is answered may go on at once
      awaited.answer().complete(answer.reply());
    }
  }

  private void end(Health state, Refusal refusal, @Nullable Throwable cause) {
    last = state;
    desk.close();
    inbox.shut(refusal);
    RuntimeException unknown =
        cause == null ? new RefusedException(refusal) : new EngineFailedException(cause);
    unanswered.values().forEach(awaited -> awaited.answer().completeExceptionally(unknown));
    RefusedException untouched = new RefusedException(refusal);
    for (Parcel parcel : inbox.clear()) {
      switch (parcel) {
        case Parcel.Events p -> p.answer().completeExceptionally(untouched);
        case Parcel.Order p -> p.answer().completeExceptionally(untouched);
        case Parcel.Result p -> {} // not recorded: the request is repeated after the next start
      }
    }
    if (cause == null) {
      ended.complete(null);
    } else {
      ended.completeExceptionally(cause);
    }
  }

  Health health() {
    Health atTheEnd = last;
    if (atTheEnd != null) {
      return atTheEnd;
    }
    return drainedBy == null ? Health.RUNNING : Health.STOPPING;
  }

  CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  /** How the shard stands, told between two turns; cancelled where there is none any more. */
  CompletableFuture<ShardFigures> figures() {
    CompletableFuture<ShardFigures> answer = desk.ask();
    inbox.nudge();
    if (last != null) {
      desk.close();
    }
    return answer;
  }

  long turns() {
    return turns.get();
  }

  int inFlight() {
    return inFlight.get();
  }
}
