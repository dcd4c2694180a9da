package io.posthorn.embedded;

import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MonotonicWallClock;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.engine.CommittingStore;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.EventKeySequence;
import io.posthorn.engine.TurnLoop;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The loop of the engine's thread: takes items from the inbox, runs a turn of the shard, releases
 * the effects.
 */
final class EngineLoop implements Runnable {
  /** The delay until an idle engine notices a wall clock that was set forward. */
  private static final long LONGEST_PARK_MILLIS = 1_000;

  /** Fewer callers than this are woken up by the engine's thread itself. */
  private static final int FEW = 4;

  private final Inbox inbox;
  private final CommittingStore store;
  private final EngineContext context;
  private final Shard shard;
  private final TurnLoop loop;
  private final MetricsRequest metrics = new MetricsRequest();
  private final MonotonicWallClock steady;
  private final EventKeySequence keys;
  private final CompletableFuture<@Nullable Void> termination = new CompletableFuture<>();
  private final Map<Long, Awaited> awaitingReply = new HashMap<>();
  private List<Replied> replied = new ArrayList<>();
  private long wakeAt;
  private volatile @Nullable EngineHealth last;
  private volatile @Nullable Long drainedBy;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicLong turns = new AtomicLong();

  /** A pending call and its load in the intake. */
  private record Awaited(CompletableFuture<Reply> reply, IntakeLoad load) {}

  /** A call and its reply, which its caller does not have yet. */
  private record Replied(Awaited call, Reply reply) {
    private void complete() {
      call.reply().complete(reply);
    }
  }

  EngineLoop(
      Shard shard,
      CommittingStore store,
      ShardIdentity identity,
      Inbox inbox,
      EngineContext context) {
    this.inbox = inbox;
    this.store = store;
    this.context = context;
    this.shard = shard;
    loop = new TurnLoop(shard, store, this::release);
    // Starts after the last millisecond of the previous process, so that event keys stay unique.
    steady = new MonotonicWallClock(shard.time() + 1, context.time().monotonicNanos());
    keys = new EventKeySequence(identity);
  }

  @Override
  public void run() {
    try {
      while (!drained()) {
        step(parkNanos());
      }
      store.commit(true);
      end(EngineHealth.STOPPED, Refusal.STOPPED, null);
    } catch (Throwable e) { // errors too: a dead loop must not go unnoticed
      end(EngineHealth.failed(e), Refusal.FAILED, e);
    }
  }

  /** Ends the loop when the requests in flight are recorded, or at a monotonic deadline. */
  void drain(long deadline) {
    drainedBy = deadline;
    inbox.close(Refusal.STOPPED);
  }

  private boolean drained() {
    Long deadline = drainedBy;
    return deadline != null
        && ((inFlight.get() == 0 && inbox.isEmpty())
            || context.time().monotonicNanos() - deadline >= 0);
  }

  /**
   * Runs one round: takes the waiting items and runs a turn if there are any or work is due.
   *
   * @param parkNanos how long to wait for items
   * @return whether there was a turn
   */
  boolean step(long parkNanos) throws InterruptedException {
    List<InboxItem> items = inbox.take(parkNanos);
    long now = now();
    boolean due = !items.isEmpty() || now >= wakeAt;
    if (due) {
      turn(items, now);
    }
    metrics.complete(shard::metrics);
    return due;
  }

  private long parkNanos() {
    long millis = Math.clamp(wakeAt - now(), 0, LONGEST_PARK_MILLIS);
    long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
    Long deadline = drainedBy;
    return deadline == null
        ? nanos
        : Math.clamp(deadline - context.time().monotonicNanos(), 0, nanos);
  }

  /** The time of the shard, for any thread. */
  long now() {
    return steady.at(context.time().wallMillis(), context.time().monotonicNanos());
  }

  private void turn(List<InboxItem> items, long now) {
    List<Command> commands = new ArrayList<>(items.size());
    int results = 0;
    for (InboxItem item : items) {
      switch (item) {
        case InboxItem.Events p -> {
          awaitingReply.put(p.request(), new Awaited(p.reply(), p.load()));
          commands.add(accept(p, now));
        }
        case InboxItem.CommandItem p -> {
          awaitingReply.put(p.request(), new Awaited(p.reply(), IntakeLoad.NONE));
          commands.add(p.command());
        }
        case InboxItem.Result p -> {
          commands.add(new Command.RecordOutcome(p.ticket(), p.outcome()));
          results++;
        }
        case InboxItem.Token p -> commands.add(new Command.RecordToken(p.ticket(), p.result()));
      }
    }
    wakeAt = loop.turn(commands, now);
    sendReplies();
    inFlight.addAndGet(-results);
    turns.incrementAndGet();
  }

  private Command accept(InboxItem.Events item, long now) {
    List<MatchedEvent> arrivals = new ArrayList<>(item.events().size());
    for (InboxItem.Matched matched : item.events()) {
      arrivals.add(new MatchedEvent(keys.next(now), matched.event(), matched.subscriptions()));
    }
    return new Command.AcceptEvents(item.request(), arrivals);
  }

  private void release(Effect effect) {
    switch (effect) {
      case Effect.Send send -> {
        sendReplies();
        send(send);
      }
      case Effect.FetchToken fetch -> fetchToken(fetch);
      case Effect.SendReply reply -> add(reply);
      case Effect.AttemptRecorded e -> context.listener().attemptRecorded(e);
      case Effect.MessageEnded e -> context.listener().messageEnded(e);
      case Effect.EndpointChanged e -> context.listener().endpointChanged(e);
      case Effect.Forward _, Effect.Publish _ ->
          throw new IllegalStateException("a single shard has no other shard to forward to");
    }
  }

  /**
   * Hands a request to the sender. A draining engine starts none: the message stays in its lane,
   * and the next process sends it, as after a crash.
   */
  private void send(Effect.Send send) {
    if (drainedBy == null) {
      inFlight.incrementAndGet();
      var ticket = send.ticket();
      context.sender().send(send, outcome -> inbox.add(new InboxItem.Result(ticket, outcome)));
    }
  }

  /** A draining engine fetches no token, and waits for none: it starts nothing. */
  private void fetchToken(Effect.FetchToken fetch) {
    if (drainedBy == null) {
      var ticket = fetch.ticket();
      context.sender().fetchToken(fetch, result -> inbox.add(new InboxItem.Token(ticket, result)));
    }
  }

  private void add(Effect.SendReply reply) {
    Awaited awaited = awaitingReply.remove(reply.request());
    if (awaited != null) {
      replied.add(new Replied(awaited, reply.reply()));
    }
  }

  /**
   * Gives callers the replies of the turn so far. A virtual thread completes many of them: from
   * there it wakes up callers, which are virtual threads too, without a system call for each.
   */
  private void sendReplies() {
    if (replied.isEmpty()) {
      return;
    }
    List<Replied> calls = replied;
    replied = new ArrayList<>();
    inbox.release(calls.stream().map(r -> r.call().load()).toList()); // first: they may post again
    if (calls.size() < FEW) {
      calls.forEach(Replied::complete);
    } else {
      Thread.startVirtualThread(() -> calls.forEach(Replied::complete));
    }
  }

  private void end(EngineHealth state, Refusal refusal, @Nullable Throwable cause) {
    last = state;
    metrics.close();
    inbox.close(refusal);
    RuntimeException unknown = cause == null ? new RefusedException(refusal) : failed(cause);
    replied.forEach(call -> call.call().reply().completeExceptionally(unknown));
    awaitingReply.values().forEach(awaited -> awaited.reply().completeExceptionally(unknown));
    RefusedException untouched = new RefusedException(refusal);
    for (InboxItem item : inbox.clear()) {
      switch (item) {
        case InboxItem.Events p -> p.reply().completeExceptionally(untouched);
        case InboxItem.CommandItem p -> p.reply().completeExceptionally(untouched);
        case InboxItem.Result p -> {} // not recorded: repeated after the next start
        case InboxItem.Token p -> {} // the next process fetches its own
      }
    }
    if (cause == null) {
      termination.complete(null);
    } else {
      termination.completeExceptionally(cause);
    }
  }

  /** The result of calls that the engine may or may not have carried out before it failed. */
  private static IllegalStateException failed(Throwable cause) {
    return new IllegalStateException(
        "The engine has failed; restart the server: " + cause.getMessage(), cause);
  }

  EngineHealth health() {
    EngineHealth atTheEnd = last;
    if (atTheEnd != null) {
      return atTheEnd;
    }
    return drainedBy == null ? EngineHealth.RUNNING : EngineHealth.STOPPING;
  }

  CompletableFuture<@Nullable Void> termination() {
    return termination;
  }

  /** The shard's metrics, taken between two turns; cancelled if the loop has termination. */
  CompletableFuture<ShardMetrics> metrics() {
    CompletableFuture<ShardMetrics> reply = metrics.ask();
    inbox.wakeUp();
    if (last != null) {
      metrics.close();
    }
    return reply;
  }

  long turns() {
    return turns.get();
  }

  int inFlight() {
    return inFlight.get();
  }
}
