package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardFigures;
import io.posthorn.core.store.ShardView;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.RefusedException;
import io.posthorn.embedded.TimeSource;
import io.posthorn.kafka.command.SessionDesk;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.kafka.topic.TopicsException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
public final class KafkaEngine implements AutoCloseable {
  private static final long LOOK_EVERY_MILLIS = 5;

  private final Parts parts;
  private volatile boolean closing;

  private KafkaEngine(Parts parts) {
    this.parts = parts;
  }

  /** What a node finds around it. */
  public record Surroundings(
      Sender sender, EffectListener listener, TimeSource time, Peers peers) {}

  /**
   * Makes or checks the topics, reads the directory, and joins the others. It takes shards over
   * after that, in its own time: {@link #health} tells.
   *
   * @throws TopicsException with one line that says why not
   */
  public static KafkaEngine start(KafkaSettings settings, Rules rules, Surroundings around) {
    return start(settings, rules, around, InstallationKey.NONE);
  }

  /**
   * The same for an installation that has secrets.
   *
   * @throws TopicsException also where its key is another
   */
  public static KafkaEngine start(
      KafkaSettings settings, Rules rules, Surroundings around, InstallationKey key) {
    return new KafkaEngine(Assembly.start(settings, rules, around, key));
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
  public CompletableFuture<Reply> tell(LongFunction<Command> command) {
    return parts.commands().tell(command);
  }

  /** Sessions of people that were ended: what this node knows of them, and how all are told. */
  public SessionDesk sessions() {
    return parts.sessions();
  }

  /** The subscriptions as this node knows them, to match and to look up. */
  public SubscriptionIndex subscriptions() {
    return parts.entries().subscriptions();
  }

  /**
   * Reads all shards as if they were one.
   *
   * @param missed told of each node that cannot be read, before the reader gets what is left
   */
  public <T extends @Nullable Object> T read(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return parts.room().read(missed, reader);
  }

  /** Reads each shard by itself, in their order: for what has to be added up. */
  public <T extends @Nullable Object> List<T> readEach(
      Consumer<String> missed, Function<ShardView, T> reader) {
    return parts.room().readEach(missed, reader);
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
  public Page shardValues(int shard, List<byte[]> keys) {
    return here(shard, view -> Page.of(view, keys));
  }

  /**
   * For other nodes: a page of a shard that runs here.
   *
   * @throws ShardUnreachableException where it does not
   */
  public Page shardScan(int shard, Range range) {
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

  public NodeHealth health() {
    if (parts.ended().isCompletedExceptionally()) {
      return NodeHealth.failed(parts.ended().exceptionNow());
    }
    if (parts.ended().isDone()) {
      return NodeHealth.STOPPED;
    }
    if (closing) {
      return NodeHealth.STOPPING;
    }
    if (parts.contact().lost()) {
      return NodeHealth.CUT_OFF;
    }
    return parts.shards().running()
        ? NodeHealth.RUNNING
        : NodeHealth.starting(parts.shards().recordsToRestore(), parts.hanging().trouble());
  }

  /** Completed when the engine has stopped; exceptionally where it failed. */
  public CompletableFuture<@Nullable Void> ended() {
    return parts.ended().copy();
  }

  public NodeFigures figures() {
    return new NodeFigures(
        parts.roster().shards(),
        parts.shards().standbys(),
        parts.roster().turns(),
        parts.roster().inFlight(),
        parts.shards().lag(),
        parts.shards().recordsToRestore(),
        parts.events().waiting(),
        parts.commands().waiting(),
        TimeUnit.NANOSECONDS.toMillis(parts.contact().silence()),
        parts.shards().replaced(),
        parts.territory().shards(),
        parts.roster().rejected(),
        parts.shards().recordsRestored());
  }

  /** How each shard stands that runs here; answers of shards that leave are cancelled. */
  public List<CompletableFuture<ShardFigures>> shardFigures() {
    return parts.roster().figures();
  }

  /**
   * Stops: takes nothing in any more, starts no request, records those in flight as they come back,
   * and leaves at once, so that others take over what it ran.
   */
  @Override
  public void close() {
    closing = true;
    parts.events().close();
    parts.roster().drain();
    long deadline = System.nanoTime() + parts.settings().drain().toNanos();
    try {
      while (parts.roster().inFlight() > 0 && System.nanoTime() < deadline) {
        Thread.sleep(LOOK_EVERY_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // those in flight are repeated by whoever takes over
    }
    parts.commands().close();
    parts.closing().run();
  }
}
