package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadSpec;
import io.posthorn.bench.process.BenchException;
import io.posthorn.bench.process.ProcessUsage;
import io.posthorn.bench.process.TopicBytes;
import io.posthorn.bench.seed.StoreFile;
import io.posthorn.testkit.KafkaBroker;
import io.posthorn.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One or more Kafka nodes that form one installation with its own topics. */
final class Installation implements AutoCloseable {
  /** A test key; all nodes of an installation share it. */
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

  private static final long RESTORE_NANOS = TimeUnit.SECONDS.toNanos(300);

  /** The time for the last outcomes to be committed. */
  private static final long SETTLE_MILLIS = 500;

  private final BenchEnvironment bench;
  private final KafkaBroker broker;
  private final TopicBytes topics;
  private final Map<String, String> settings;
  private final List<Path> directories = new ArrayList<>();
  private final List<ServerProcess> nodes = new ArrayList<>();
  private long delivered;
  private long waiting;

  private Installation(BenchEnvironment bench, KafkaBroker broker, Map<String, String> settings) {
    this.bench = bench;
    this.broker = broker;
    this.settings = settings;
    topics = new TopicBytes(broker.dataDirectory());
  }

  /**
   * Starts nodes and waits until the shards are balanced.
   *
   * @param options JVM options of each node
   */
  static Installation start(
      BenchEnvironment bench, KafkaBroker broker, String prefix, int count, List<String> options) {
    Map<String, String> settings =
        Map.of(
            "engine",
            "kafka",
            "kafka.bootstrap-servers",
            broker.bootstrapServers(),
            "kafka.topic-prefix",
            prefix,
            "security.encryption-key",
            ENCRYPTION_KEY);
    Installation installation = new Installation(bench, broker, settings);
    try {
      for (int i = 0; i < count; i++) {
        Path directory = bench.fresh("node");
        installation.directories.add(directory);
        installation.nodes.add(bench.server(directory, settings, options));
      }
      await("the shards to be balanced across the nodes", TIMEOUT_NANOS, installation::spread);
    } catch (RuntimeException e) {
      installation.close();
      throw e;
    }
    return installation;
  }

  static void await(String what, long nanos, BooleanSupplier done) {
    long deadline = System.nanoTime() + nanos;
    while (!done.getAsBoolean()) {
      if (System.nanoTime() - deadline > 0) {
        throw new BenchException("timed out waiting for " + what);
      }
      BenchEnvironment.pause(100);
    }
  }

  /** Returns whether shard counts differ by at most one. */
  private boolean spread() {
    List<Double> shards = nodes.stream().map(Installation::shards).sorted().toList();
    return shards.getFirst() > 0 && shards.getLast() - shards.getFirst() <= 1;
  }

  ServerProcess first() {
    return nodes.getFirst();
  }

  List<Integer> ports() {
    return nodes.stream().map(ServerProcess::port).toList();
  }

  /** Posts, waits until every message is received, and measures it. */
  KafkaRoundResult deliver(LoadSpec order, int messagesPerEvent) {
    Map<String, Long> appended = topics.appended();
    double brokerCpu = new ProcessUsage(broker.pid()).cpuSeconds();
    long loopback = ProcessUsage.loopbackBytes();
    long written = written();
    RoundResult round = bench.deliver(nodes, order, messagesPerEvent);
    double brokerTook = new ProcessUsage(broker.pid()).cpuSeconds() - brokerCpu;
    BenchEnvironment.pause(SETTLE_MILLIS);
    delivered += round.messages();
    return new KafkaRoundResult(
        round,
        brokerTook,
        KafkaRoundResult.more(appended, topics.appended()),
        ProcessUsage.loopbackBytes() - loopback,
        written() - written);
  }

  private long written() {
    return nodes.stream().mapToLong(node -> new ProcessUsage(node.pid()).diskBytesWritten()).sum();
  }

  /** The messages delivered so far. */
  long delivered() {
    return delivered;
  }

  /** Counts messages that were left waiting. */
  void leftWaiting(long messages) {
    waiting += messages;
  }

  /**
   * Stops the only node, and starts one with an empty disk instead.
   *
   * @return the seconds from its start until it runs all shards
   */
  double replaceNode() {
    double shards = shards(first());
    close();
    Path directory = bench.fresh("node");
    long begun = System.nanoTime();
    ServerProcess node = bench.server(directory, settings, List.of());
    nodes.add(node);
    await("the shards to be restored", RESTORE_NANOS, () -> shards(node) == shards);
    return (System.nanoTime() - begun) / 1e9;
  }

  private static double shards(ServerProcess node) {
    return ScrapedMetrics.of(node).sum("posthorn_shards ");
  }

  /** Bytes per message in all nodes' stores, including standbys; call it after closing. */
  double keptPerMessage() {
    return directories.stream().mapToLong(StoreFile::bytes).sum() / (double) (delivered + waiting);
  }

  /** Stops the nodes, which flush their memory to disk. */
  @Override
  public void close() {
    nodes.forEach(ServerProcess::close);
    nodes.clear();
  }
}
