package io.posthorn.bench.cases;

import io.posthorn.bench.load.LoadOrder;
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

/** Nodes on Kafka that work together, with topics of their own. */
final class Installation implements AutoCloseable {
  /** Made up; every node of an installation has the same. */
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(120);

  /** Until what came of the last arrivals is committed. */
  private static final long SETTLE_MILLIS = 500;

  private final Workbench bench;
  private final KafkaBroker broker;
  private final TopicBytes topics;
  private final List<Path> directories = new ArrayList<>();
  private final List<ServerProcess> nodes = new ArrayList<>();
  private long delivered;

  private Installation(Workbench bench, KafkaBroker broker) {
    this.bench = bench;
    this.broker = broker;
    topics = new TopicBytes(broker.dataDirectory());
  }

  /**
   * Starts nodes and waits until the shards are spread over them.
   *
   * @param options for the Java machine of each node
   */
  static Installation start(
      Workbench bench, KafkaBroker broker, String prefix, int count, List<String> options) {
    Installation installation = new Installation(bench, broker);
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
    try {
      for (int i = 0; i < count; i++) {
        Path directory = bench.fresh("node");
        installation.directories.add(directory);
        installation.nodes.add(bench.server(directory, settings, options));
      }
      installation.awaitShards();
    } catch (RuntimeException e) {
      installation.close();
      throw e;
    }
    return installation;
  }

  private void awaitShards() {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!spread()) {
      if (System.nanoTime() - deadline > 0) {
        throw new BenchException("the shards are not spread over the nodes");
      }
      Workbench.pause(200);
    }
  }

  /** No node has two more than another. */
  private boolean spread() {
    List<Double> shards =
        nodes.stream()
            .map(node -> ScrapedMetrics.of(node).sum("posthorn_shards "))
            .sorted()
            .toList();
    return shards.getFirst() > 0 && shards.getLast() - shards.getFirst() <= 1;
  }

  ServerProcess first() {
    return nodes.getFirst();
  }

  List<Integer> ports() {
    return nodes.stream().map(ServerProcess::port).toList();
  }

  /** Posts, waits until all was received, and says what it took. */
  KafkaRound deliver(LoadOrder order, int messagesPerEvent) {
    Map<String, Long> appended = topics.appended();
    double brokerCpu = new ProcessUsage(broker.pid()).cpuSeconds();
    long loopback = ProcessUsage.loopbackBytes();
    long written = written();
    Delivered round = bench.deliver(nodes, order, messagesPerEvent);
    double brokerTook = new ProcessUsage(broker.pid()).cpuSeconds() - brokerCpu;
    Workbench.pause(SETTLE_MILLIS);
    delivered += round.messages();
    return new KafkaRound(
        round,
        brokerTook,
        KafkaRound.more(appended, topics.appended()),
        ProcessUsage.loopbackBytes() - loopback,
        written() - written);
  }

  private long written() {
    return nodes.stream().mapToLong(node -> new ProcessUsage(node.pid()).diskBytesWritten()).sum();
  }

  /** What the nodes' own stores hold for a message, all copies together; once it is closed. */
  double keptPerMessage() {
    return directories.stream().mapToLong(StoreFile::bytes).sum() / (double) delivered;
  }

  /** Ends its nodes; what they held in memory lies on disk then. */
  @Override
  public void close() {
    nodes.forEach(ServerProcess::close);
    nodes.clear();
  }
}
