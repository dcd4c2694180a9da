package io.posthorn.kafka;

import io.posthorn.core.event.Event;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.store.ShardView;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.EngineMetric;
import io.posthorn.engine.EngineRoute;
import io.posthorn.engine.ExpiringMarks;
import io.posthorn.engine.InFlightMessages;
import io.posthorn.engine.TimeSource;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.engine.error.StartException;
import io.posthorn.engine.read.EngineReads;
import io.posthorn.engine.read.ShardReads;
import io.posthorn.kafka.peer.LocalShardReader;
import io.posthorn.kafka.peer.PeerApi;
import io.posthorn.kafka.peer.PeerClient;
import io.posthorn.kafka.peer.PeerSignature;
import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.topic.TopicsException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * The engine on Kafka: one node of a cluster. It joins the cluster once the server's port is open,
 * because it advertises its address; until then it refuses calls with {@code STARTING}.
 */
public final class KafkaEngine implements Engine {
  private static final long POLL_MILLIS = 20;

  /** Joining takes no longer than this unless the brokers do not respond. */
  private static final long JOINING_SECONDS = 5;

  private static final EngineHealth NOT_JOINED =
      new EngineHealth(EngineHealth.State.STARTING, "Connecting to the brokers.");

  static final String BACKUP_ADVICE =
      "Backups are not available with engine: kafka; back up the brokers' topics instead.";

  private final IntFunction<NodeSettings> settings;
  private final Rules rules;
  private final InstallationKey key;
  private final InFlightMessages inFlight;
  private final NodeContext context;
  private final PeerSignature seal;
  private final PeerClient peers;
  private final EngineReads reads;
  private final List<EngineMetric> metrics =
      Stream.of(KafkaMetrics.of(this::nodeMetrics), StreamsMetrics.of(this::streamsMetrics))
          .flatMap(List::stream)
          .toList();
  private final CompletableFuture<@Nullable Void> termination = new CompletableFuture<>();

  /** Held while the node joins, so that close() sees it. */
  private final ReentrantLock joining = new ReentrantLock();

  private volatile boolean closing;
  private volatile @Nullable RunningNode running;

  /**
   * Creates an engine; {@link #start} starts it.
   *
   * @param settings the settings for the port that the server listens on
   * @param key the key that all nodes of the installation share
   * @param peerTls certificates to trust between nodes; null for plain HTTP
   */
  public KafkaEngine(
      IntFunction<NodeSettings> settings,
      Rules rules,
      Sender sender,
      EffectListener listener,
      TimeSource time,
      InstallationKey key,
      @Nullable SSLContext peerTls) {
    this.settings = settings;
    this.rules = rules;
    this.key = key;
    inFlight = new InFlightMessages(sender);
    seal = new PeerSignature(key.peerKeys(), () -> Instant.ofEpochMilli(time.wallMillis()));
    peers = new PeerClient(seal, peerTls, time::monotonicNanos);
    context = new NodeContext(inFlight, listener, time, peers);
    reads = new EngineReads(new RunningReads(), rules, time::wallMillis);
  }

  private RunningNode node() {
    RunningNode node = running;
    if (node == null) {
      throw new RefusedException(Refusal.STARTING);
    }
    return node;
  }

  @Override
  public CompletableFuture<Reply> accept(List<Event> events) {
    return node().accept(events);
  }

  @Override
  public CompletableFuture<Reply> execute(LongFunction<Command> command) {
    return node().execute(command);
  }

  @Override
  public EngineReads reads() {
    return reads;
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return node().subscriptions();
  }

  @Override
  public boolean isInFlight(MessageId message) {
    return inFlight.contains(message);
  }

  @Override
  public ExpiringMarks marks() {
    return new RunningMarks();
  }

  /** Returns whether stored values may be sealed with another key than the one that seals. */
  public boolean needsPreviousKey() {
    return node().keys().needsPrevious();
  }

  /** Informs all nodes that no stored value needs another key than the one that seals here. */
  public void retirePreviousKeys() throws InterruptedException {
    node().keys().retirePrevious();
  }

  @Override
  public String backupAdvice() {
    return BACKUP_ADVICE;
  }

  @Override
  public List<EngineMetric> metrics() {
    return metrics;
  }

  private NodeMetrics nodeMetrics() {
    RunningNode node = running;
    return node == null ? NodeMetrics.NONE : node.metrics();
  }

  private Map<MetricName, ? extends Metric> streamsMetrics() {
    RunningNode node = running;
    return node == null ? Map.of() : node.streamsMetrics();
  }

  @Override
  public CompletableFuture<ShardMetrics> shardMetrics() {
    RunningNode node = running;
    return node == null
        ? CompletableFuture.completedFuture(ShardMetrics.NONE)
        : node.shardMetrics();
  }

  @Override
  public boolean runsEveryShard() {
    return false;
  }

  @Override
  public EngineHealth health() {
    RunningNode node = running;
    return node == null ? NOT_JOINED : node.health();
  }

  @Override
  public List<EngineRoute> routes() {
    return new PeerApi(seal, new RunningShards()).routes();
  }

  @Override
  public void start(int port) {
    awaitShards(join(port));
  }

  private RunningNode join(int port) {
    joining.lock();
    try {
      if (closing) {
        throw cancelled();
      }
      RunningNode node = RunningNode.start(settings.apply(port), rules, context, key);
      running = node;
      var _ =
          node.termination()
              .whenComplete(
                  (nothing, error) -> {
                    if (error == null) {
                      termination.complete(null);
                    } else {
                      termination.completeExceptionally(error);
                    }
                  });
      return node;
    } catch (TopicsException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    } finally {
      joining.unlock();
    }
  }

  /** Restoring shards may take long; health reports the progress. */
  private void awaitShards(RunningNode node) {
    while (node.health().state() == EngineHealth.State.RESTORING && !closing) {
      try {
        Thread.sleep(POLL_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new StartException("The start was interrupted.", e);
      }
    }
    if (closing) {
      throw cancelled();
    }
    if (node.health().state() == EngineHealth.State.FAILED) {
      throw new StartException(node.health().detail(), null);
    }
  }

  private static StartException cancelled() {
    return new StartException("The node was stopped before it had started.", null);
  }

  @Override
  public CompletableFuture<@Nullable Void> termination() {
    return termination.copy();
  }

  @Override
  public void close() {
    closing = true;
    awaitJoined();
    RunningNode node = running;
    if (node != null) {
      node.close();
    }
    peers.close();
  }

  /** A start that still waits for brokers has not joined and is abandoned. */
  private void awaitJoined() {
    try {
      if (joining.tryLock(JOINING_SECONDS, TimeUnit.SECONDS)) {
        joining.unlock();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The shards that run on this node, once it runs. */
  private final class RunningShards implements LocalShardReader {
    @Override
    public Page read(int shard, boolean copy, Range range) {
      return node().read(shard, copy, range);
    }

    @Override
    public Page values(int shard, boolean copy, List<byte[]> keys) {
      return node().values(shard, copy, keys);
    }
  }

  /** The state of all shards, once the node runs. */
  private final class RunningReads implements ShardReads {
    @Override
    public <T extends @Nullable Object> T readMerged(
        Consumer<String> missed, Function<ShardView, T> reader) {
      return node().reads().readMerged(missed, reader);
    }

    @Override
    public <T extends @Nullable Object> List<T> readEach(
        Consumer<String> missed, Function<ShardView, T> reader) {
      return node().reads().readEach(missed, reader);
    }

    @Override
    public <T extends @Nullable Object> T readDirectory(Function<ShardView, T> reader) {
      return node().reads().readDirectory(reader);
    }

    @Override
    public SubscriptionIndex subscriptions() {
      return node().subscriptions();
    }

    @Override
    public boolean isSingle() {
      return false;
    }

    @Override
    public long historyFrom() {
      return node().reads().historyFrom();
    }
  }

  /** The marks of all nodes, once this one runs. */
  private final class RunningMarks implements ExpiringMarks {
    @Override
    public void mark(String name, long at, long until) {
      node().marks().mark(name, at, until);
    }

    @Override
    public long markedAt(String name) {
      return node().marks().markedAt(name);
    }

    @Override
    public int count(String prefix, long now) {
      return node().marks().count(prefix, now);
    }

    @Override
    public boolean receivesFromOtherNodes() {
      return node().marks().receivesFromOtherNodes();
    }

    @Override
    public boolean shared() {
      return true;
    }
  }
}
