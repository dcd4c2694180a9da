package io.posthorn.kafka;

import static org.awaitility.Awaitility.await;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.topic.TopicNames;
import io.posthorn.kafka.topic.TopicSettings;
import io.posthorn.testkit.KafkaBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Nodes in this process, on one broker, that deliver to a receiver in memory. */
final class Cluster implements AutoCloseable {
  static final int SHARDS = 4;

  final DirectPeers peers = new DirectPeers();
  final Map<String, RunningNode> nodes = new LinkedHashMap<>();

  private final Map<String, String> addresses = new HashMap<>();

  /** Messages that were received, each with the number of times. */
  final Map<String, Integer> received = new ConcurrentHashMap<>();

  /** The events of the messages that were received. */
  final Map<String, Integer> receivedEvents = new ConcurrentHashMap<>();

  /** Responses by URL; all others are 200. */
  final Map<String, Integer> responses = new ConcurrentHashMap<>();

  /** The clock of nodes that are added from now on. */
  TimeSource time = TimeSource.SYSTEM;

  /** Changes of the settings of nodes that are added from now on. */
  UnaryOperator<NodeSettings.Builder> configured = UnaryOperator.identity();

  /** The time that a receiver takes to respond. */
  volatile Duration latency = Duration.ofMillis(2);

  private final KafkaBroker broker;
  private final Path directory;
  private final TopicNames names;
  private final AtomicInteger ports = new AtomicInteger(40_000);

  Cluster(KafkaBroker broker, Path directory, String prefix) {
    this.broker = broker;
    this.directory = directory;
    names = new TopicNames(prefix);
  }

  RunningNode add(String name) {
    return add(name, Rules.DEFAULT);
  }

  RunningNode add(String name, Rules rules) {
    return add(name, rules, 0);
  }

  RunningNode add(String name, Rules rules, int standbys) {
    int port = ports.incrementAndGet();
    String address = (port % 2 == 0 ? "127.0.0.1:" : "[::1]:") + port; // nodes may have either
    NodeSettings settings = configured.apply(builder(name, address).standbys(standbys)).build();
    RunningNode engine =
        RunningNode.start(
            settings, rules, new NodeContext(sender(), EffectListener.NONE, time, peers));
    nodes.put(name, engine);
    peers.add(address, engine);
    addresses.put(name, address);
    return engine;
  }

  /** Other nodes can no longer reach it; it stays in the group. */
  void silence(String name) {
    peers.remove(Objects.requireNonNull(addresses.get(name)));
  }

  /** The settings of a tool that uses the topics of the cluster. */
  NodeSettings settings(String name) {
    return builder(name, "127.0.0.1:1").build();
  }

  private NodeSettings.Builder builder(String name, String address) {
    return NodeSettings.builder(broker.bootstrapServers(), directory.resolve(name), address)
        .topics(names, TopicSettings.DEFAULT.withPartitions(SHARDS))
        .threads(1)
        .storeMemory(64L << 20);
  }

  /** Another thread responds to every request shortly afterwards. */
  private Sender sender() {
    return new Sender() {
      @Override
      public void send(Effect.Send request, Consumer<Outcome> outcome) {
        CompletableFuture.delayedExecutor(latency.toMillis(), TimeUnit.MILLISECONDS)
            .execute(() -> outcome.accept(receive(request)));
      }

      @Override
      public void fetchToken(Effect.FetchToken request, Consumer<TokenResult> result) {
        throw new AssertionError("no endpoint needs a token");
      }
    };
  }

  private Outcome receive(Effect.Send request) {
    @Nullable Integer scripted = responses.get(request.target().url().text());
    int status = scripted == null ? 200 : scripted;
    if (status == 200) {
      received.merge(request.ticket().message().toString(), 1, Integer::sum);
      receivedEvents.merge(request.event().id(), 1, Integer::sum);
    }
    return Outcome.responded(status, 2);
  }

  void awaitRunning() {
    await()
        .atMost(Duration.ofSeconds(120))
        .until(
            () ->
                nodes.values().stream()
                        .allMatch(n -> n.health().state() == EngineHealth.State.RUNNING)
                    && shards().size() == SHARDS);
  }

  /** The shards that run anywhere. */
  List<Integer> shards() {
    return nodes.values().stream().flatMap(n -> n.metrics().shards().stream()).sorted().toList();
  }

  @Override
  public void close() {
    nodes.values().forEach(RunningNode::close);
  }
}
