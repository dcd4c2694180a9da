package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.ClusterSessions;
import io.posthorn.kafka.peer.OwnShards;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.kafka.topic.TopicsException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * One node of many: takes events and commands for all shards, runs its part of them, and reads them
 * all.
 *
 * <ul>
 *   <li>Its methods are for any thread. What they answer rests on what the brokers have
 *       acknowledged; an answer to a command, on a commit that this node knows of.
 *   <li>Futures are completed by threads of the engine: what is chained to them must be quick, or
 *       run elsewhere.
 *   <li>It fails loudly: {@link #health} and {@link #ended} say why, and its host ends the process.
 * </ul>
 */
final class RunningNode implements OwnShards, AutoCloseable {
  private static final long LOOK_EVERY_MILLIS = 5;

  private final NodeParts parts;
  private volatile boolean closing;

  private RunningNode(NodeParts parts) {
    this.parts = parts;
  }

  /**
   * Makes or checks the topics, reads the directory, and joins the others. It takes shards over
   * after that, in its own time: {@link #health} tells.
   *
   * @throws TopicsException with one line that says why not
   */
  public static RunningNode start(NodeSettings settings, Rules rules, NodeContext context) {
    return start(settings, rules, context, InstallationKey.NONE);
  }

  /**
   * The same for an installation that has secrets.
   *
   * @throws TopicsException also where its key is another
   */
  public static RunningNode start(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    return new RunningNode(NodeAssembly.start(settings, rules, context, key));
  }

  /**
   * Takes events in: answered once the brokers have acknowledged all of them.
   *
   * @throws RefusedException at once, where they cannot be taken in now
   */
  public CompletableFuture<Reply> accept(List<Event> events) {
    return parts.events().accept(events);
  }

  /**
   * Gives a command: answered once what it did is committed, and known to this node.
   *
   * @param command made with the number that its answer will have
   * @throws RefusedException at once, where the engine has stopped
   */
  public CompletableFuture<Reply> execute(LongFunction<Command> command) {
    return parts.commands().execute(command);
  }

  public ClusterSessions sessions() {
    return parts.sessions();
  }

  /** The subscriptions as this node knows them, to match and to look up. */
  public SubscriptionIndex subscriptions() {
    return parts.entries().subscriptions();
  }

  /** Reads the state of all shards, wherever they run. */
  public ClusterReads reads() {
    return parts.reads();
  }

  /**
   * For other nodes: the value of a key in a shard that runs here.
   *
   * @throws ShardUnreachableException where it does not
   */
  public byte @Nullable [] shardGet(int shard, byte[] key) {
    return this.<byte @Nullable []>here(shard, view -> view.get(key));
  }

  /**
   * For other nodes: the values of many keys.
   *
   * @throws ShardUnreachableException where it does not
   */
  @Override
  public Page values(int shard, List<byte[]> keys) {
    return here(shard, view -> Page.of(view, keys));
  }

  /**
   * For other nodes: a page of a shard that runs here.
   *
   * @throws ShardUnreachableException where it does not
   */
  @Override
  public Page read(int shard, Range range) {
    return here(shard, range::read);
  }

  private <T extends @Nullable Object> T here(int shard, Function<ShardView, T> reader) {
    String self = parts.settings().advertisedAddress();
    try {
      ShardView view = parts.shards().here(shard);
      if (view == null) {
        throw new ShardUnreachableException(self, "shard " + shard + " does not run here");
      }
      return reader.apply(view);
    } catch (InvalidStateStoreException e) {
      throw new ShardUnreachableException(self, e);
    }
  }

  public EngineHealth health() {
    if (parts.ended().isCompletedExceptionally()) {
      return EngineHealth.failed(parts.ended().exceptionNow());
    }
    if (parts.ended().isDone()) {
      return EngineHealth.STOPPED;
    }
    if (closing) {
      return EngineHealth.STOPPING;
    }
    if (parts.contact().lost()) {
      return new EngineHealth(
          EngineHealth.State.CUT_OFF, "No broker has answered for more than 5 s.");
    }
    return parts.shards().running()
        ? EngineHealth.RUNNING
        : starting(parts.shards().recordsToRestore(), parts.hanging().trouble());
  }

  private static EngineHealth starting(long recordsLeft, @Nullable String trouble) {
    String work =
        recordsLeft > 0
            ? "Taking shards over: %d records are left to restore.".formatted(recordsLeft)
            : "Taking shards over.";
    return new EngineHealth(
        EngineHealth.State.STARTING, trouble == null ? work : work + " " + trouble);
  }

  /** Completed when the engine has stopped; exceptionally where it failed. */
  public CompletableFuture<@Nullable Void> ended() {
    return parts.ended().copy();
  }

  public NodeFigures figures() {
    return new NodeFigures(
        parts.localShards().shards(),
        parts.shards().standbys(),
        parts.localShards().turns(),
        parts.localShards().inFlight(),
        parts.shards().lag(),
        parts.shards().recordsToRestore(),
        parts.events().waiting(),
        parts.commands().waiting(),
        TimeUnit.NANOSECONDS.toMillis(parts.contact().silence()),
        parts.shards().replaced(),
        parts.assignment().shards(),
        parts.localShards().rejected(),
        parts.shards().recordsRestored());
  }

  /** How the shards that run here stand; one that leaves while it is asked counts for nothing. */
  public CompletableFuture<ShardFigures> shardFigures() {
    CompletableFuture<ShardFigures> sum = CompletableFuture.completedFuture(ShardFigures.NONE);
    for (CompletableFuture<ShardFigures> one : parts.localShards().figures()) {
      sum = sum.thenCombine(one.exceptionally(gone -> ShardFigures.NONE), ShardFigures::plus);
    }
    return sum;
  }

  /**
   * Stops: takes nothing in any more, starts no request, records those in flight as they come back,
   * and leaves at once, so that others take over what it ran.
   */
  @Override
  public void close() {
    closing = true;
    parts.events().close();
    parts.localShards().drain();
    long deadline = System.nanoTime() + parts.settings().drain().toNanos();
    try {
      while (parts.localShards().inFlight() > 0 && System.nanoTime() < deadline) {
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // those in flight are repeated by whoever takes over
    }
    parts.commands().close();
    parts.closing().run();
  }
}
