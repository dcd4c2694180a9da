package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.ClusterMarks;
import io.posthorn.kafka.peer.LocalShardReader;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import io.posthorn.kafka.topic.TopicsException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.jspecify.annotations.Nullable;

/**
 * A node that has joined the cluster. It accepts events and commands for all shards, runs some of
 * the shards, and reads all of them.
 *
 * <ul>
 *   <li>Thread-safe. Events are complete when the brokers have acknowledged them; commands, when
 *       their commit is visible to this node.
 *   <li>Engine threads complete the futures: dependent stages must be quick or run elsewhere.
 *   <li>It fails loudly: {@link #health} and {@link #termination} say why, and its host ends the
 *       process.
 * </ul>
 */
final class RunningNode implements LocalShardReader, AutoCloseable {
  private static final long POLL_MILLIS = 5;

  private final NodeComponents parts;
  private volatile boolean closing;

  private RunningNode(NodeComponents parts) {
    this.parts = parts;
  }

  /**
   * Creates or checks the topics, reads the directory, and joins the cluster. Shards are assigned
   * and restored after that; see {@link #health}.
   *
   * @throws TopicsException if it cannot start, with one line that says why
   */
  public static RunningNode start(NodeSettings settings, Rules rules, NodeContext context) {
    return start(settings, rules, context, InstallationKey.NONE);
  }

  /**
   * Starts a node of an installation with an encryption key.
   *
   * @throws TopicsException also if the key differs from the installation's
   */
  public static RunningNode start(
      NodeSettings settings, Rules rules, NodeContext context, InstallationKey key) {
    return new RunningNode(NodeBuilder.start(settings, rules, context, key));
  }

  /**
   * Accepts events; completes when the brokers have acknowledged all of them.
   *
   * @throws RefusedException if they cannot be accepted now
   */
  public CompletableFuture<Reply> accept(List<Event> events) {
    return parts.events().accept(events);
  }

  /**
   * Executes a command; completes when its effect is committed and visible to this node.
   *
   * @param command builds the command for a request number
   * @throws RefusedException if the engine has stopped
   */
  public CompletableFuture<Reply> execute(LongFunction<Command> command) {
    return parts.commands().execute(command);
  }

  EncryptionKeyCheck keys() {
    return parts.keys();
  }

  public ClusterMarks marks() {
    return parts.marks();
  }

  /** The subscriptions that this node knows. */
  public SubscriptionIndex subscriptions() {
    return parts.entries().subscriptions();
  }

  /** Reads the state of all shards, wherever they run. */
  public ClusterReads reads() {
    return parts.reads();
  }

  @Override
  public Page values(int shard, boolean copy, List<byte[]> keys) {
    return here(shard, copy, view -> Page.of(view, keys));
  }

  @Override
  public Page read(int shard, boolean copy, Range range) {
    return here(shard, copy, range::read);
  }

  private Page here(int shard, boolean copy, Function<ShardView, Page> reader) {
    String self = parts.settings().advertisedAddress();
    try {
      ShardView view = copy ? parts.shards().copyHere(shard) : parts.shards().here(shard);
      if (view == null) {
        throw new ShardUnreachableException(self, "shard " + shard + " is not here");
      }
      return reader.apply(view);
    } catch (InvalidStateStoreException e) {
      throw new ShardUnreachableException(self, e);
    }
  }

  public EngineHealth health() {
    if (parts.termination().isCompletedExceptionally()) {
      return EngineHealth.failed(parts.termination().exceptionNow());
    }
    if (parts.termination().isDone()) {
      return EngineHealth.STOPPED;
    }
    if (closing) {
      return EngineHealth.STOPPING;
    }
    if (parts.contact().lost()) {
      return new EngineHealth(
          EngineHealth.State.CUT_OFF, "No broker has responded for more than 5 s.");
    }
    return parts.shards().running()
        ? new EngineHealth(EngineHealth.State.RUNNING, EngineHealth.RUNNING.detail() + troubles())
        : restoring(parts.shards().recordsToRestore());
  }

  /** The problems that need an operator, each as a sentence after a space. */
  private String troubles() {
    return Stream.of(parts.hanging().trouble(), parts.clock().trouble(), parts.parked().trouble())
        .filter(Objects::nonNull)
        .map(trouble -> " " + trouble + ".")
        .collect(Collectors.joining());
  }

  private EngineHealth restoring(long recordsLeft) {
    String work =
        recordsLeft > 0
            ? "Accepts events; restoring shards: %d records left.".formatted(recordsLeft)
            : "Accepts events; waiting for shards to be assigned.";
    return new EngineHealth(EngineHealth.State.RESTORING, work + troubles());
  }

  /** Completes when the engine has stopped; exceptionally if it failed. */
  public CompletableFuture<@Nullable Void> termination() {
    return parts.termination().copy();
  }

  public NodeMetrics metrics() {
    return new NodeMetrics(
        parts.localShards().shards(),
        parts.shards().standbys(),
        parts.localShards().turns(),
        parts.localShards().inFlight(),
        parts.shards().lag(),
        parts.shards().recordsToRestore(),
        parts.events().waiting(),
        parts.commands().waiting(),
        TimeUnit.NANOSECONDS.toMillis(parts.contact().sinceLastResponse()),
        parts.shards().replaced(),
        parts.assignment().shards(),
        parts.localShards().rejected(),
        parts.shards().recordsRestored(),
        parts.hanging().unresolved(),
        parts.hanging().aborted(),
        parts.clock().offsetMillis(),
        parts.parked().records(),
        parts.localShards().paused(),
        parts.inFlight().waiting(),
        parts.backlog().full(),
        parts.localShards().unrecorded());
  }

  /** The metrics of Kafka's clients, Kafka Streams and RocksDB, under Kafka's names. */
  Map<MetricName, ? extends Metric> streamsMetrics() {
    return parts.shards().streams().metrics();
  }

  /** The metrics of the shards that run here; a shard that leaves meanwhile is left out. */
  public CompletableFuture<ShardMetrics> shardMetrics() {
    CompletableFuture<ShardMetrics> sum = CompletableFuture.completedFuture(ShardMetrics.NONE);
    for (CompletableFuture<ShardMetrics> one : parts.localShards().metrics()) {
      sum = sum.thenCombine(one.exceptionally(gone -> ShardMetrics.NONE), ShardMetrics::plus);
    }
    return sum;
  }

  /**
   * Stops: refuses events and commands, starts no request, records outcomes within the drain time,
   * and leaves the group, so that other nodes take over its shards.
   */
  @Override
  public void close() {
    closing = true;
    parts.events().close();
    parts.localShards().drain();
    long deadline = System.nanoTime() + NodeSettings.DRAIN.toNanos();
    try {
      while (parts.localShards().inFlight() > 0 && System.nanoTime() < deadline) {
        Thread.sleep(POLL_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // the next owner repeats requests in flight
    }
    parts.commands().close();
    parts.closing().run();
  }
}
