package io.posthorn.embedded;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A shard with a thread of its own: all that one machine needs to take events and deliver them.
 *
 * <ul>
 *   <li>Its methods are for any thread. What they answer rests on a commit; an answer to events, on
 *       one that is on disk.
 *   <li>Futures are completed by the engine's own thread: what is chained to them must be quick, or
 *       run elsewhere.
 *   <li>It fails loudly. Whatever goes wrong in its thread stops it for good: all who wait are
 *       told, {@link #health} and {@link #ended} say why, and nothing is answered any more.
 *   <li>The store stays open when the engine is closed: who opened it closes it.
 * </ul>
 */
public final class EmbeddedEngine implements AutoCloseable {
  private final EngineSettings settings;
  private final TimeSource time;
  private final SubscriptionIndex subscriptions;
  private final SpaceGuard space;
  private final Inbox inbox;
  private final EngineLoop loop;
  private final Thread thread;
  private final AtomicLong requests = new AtomicLong();

  private EmbeddedEngine(
      CommittingStore store,
      ShardIdentity identity,
      Rules rules,
      EngineSettings settings,
      Surroundings around) {
    this.settings = settings;
    time = around.time();
    Shard shard = new Shard(store, rules, identity, time.wallMillis());
    subscriptions = shard.subscriptions();
    space = new SpaceGuard(around.freeSpace(), settings.minFree(), time);
    inbox = new Inbox(settings);
    loop = new EngineLoop(shard, store, identity, inbox, around);
    thread = Thread.ofPlatform().name("shard").unstarted(loop);
  }

  /** Opens the shard on its store, which reads endpoints but no messages, and sets it going. */
  public static EmbeddedEngine start(
      CommittingStore store,
      ShardIdentity identity,
      Rules rules,
      EngineSettings settings,
      Surroundings around) {
    EmbeddedEngine engine = new EmbeddedEngine(store, identity, rules, settings, around);
    engine.thread.start();
    return engine;
  }

  /**
   * Takes events in, all or none: answered once they are on disk.
   *
   * @throws RefusedException at once, where they cannot be taken in now
   */
  public CompletableFuture<Reply> accept(List<Event> events) {
    if (!space.enough()) {
      throw new RefusedException(Refusal.VOLUME_FULL);
    }
    IntakeLoad load = IntakeLoad.of(events);
    inbox.checkRoom(load);
    List<Parcel.Matched> matched = new ArrayList<>(events.size());
    for (Event event : events) {
      matched.add(new Parcel.Matched(event, match(event)));
    }
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    inbox.offer(new Parcel.Events(requests.incrementAndGet(), matched, load, answer));
    return answer;
  }

  private List<SubscriptionId> match(Event event) {
    List<Subscription> wanted = subscriptions.match(event);
    List<SubscriptionId> ids = new ArrayList<>(wanted.size());
    for (Subscription subscription : wanted) {
      ids.add(subscription.id());
    }
    return ids;
  }

  /**
   * Gives a command: answered once what it did is committed.
   *
   * @param command made with the number that its answer will have
   * @throws RefusedException at once, where the engine has stopped
   */
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    long request = requests.incrementAndGet();
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    inbox.offer(new Parcel.Order(request, command.apply(request), answer));
    return answer;
  }

  /** The subscriptions as they are, to match and to look up. */
  public SubscriptionIndex subscriptions() {
    return subscriptions;
  }

  public Health health() {
    Health health = loop.health();
    if (health.state() == Health.State.RUNNING && !space.enough()) {
      return new Health(
          Health.State.VOLUME_FULL,
          "The volume of the store has %d bytes free and should have %d: no events are taken."
              .formatted(space.free(), settings.minFree()));
    }
    return health;
  }

  /** Completed when the engine has stopped; exceptionally where it failed. */
  public CompletableFuture<@Nullable Void> ended() {
    return loop.ended().copy();
  }

  public EngineFigures figures() {
    return new EngineFigures(
        inbox.use(), loop.turns(), loop.inFlight(), space.free(), settings.minFree());
  }

  /**
   * How the shard stands. Its own thread counts, between two turns: about a millisecond for 10,000
   * endpoints, so it should not be asked all the time. Cancelled where the engine has stopped.
   */
  public CompletableFuture<ShardFigures> shardFigures() {
    return loop.figures();
  }

  /** Looks at the clocks at once, as after a time that a test has let pass. */
  void lookAtClocks() {
    inbox.nudge();
  }

  /**
   * Stops: takes nothing in any more, starts no request, records those in flight as they come back,
   * and syncs. What has not come back by the end of the drain is sent again after the next start.
   */
  @Override
  public void close() {
    if (thread.equals(Thread.currentThread())) {
      throw new IllegalStateException("the engine's own thread cannot wait for its end");
    }
    loop.drain(time.monotonicNanos() + settings.drain().toNanos());
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
