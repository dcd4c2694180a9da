package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.KafkaBroker;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers and three nodes as processes, killed or stopped gracefully and restarted on the
 * same files. Callers use the nodes round-robin.
 */
final class KafkaInstallation implements CallTarget, AutoCloseable {
  static final int SIZE = 3;
  static final int PARTITIONS = 6;

  /** The time limit for an installation to recover. */
  static final Duration TIMEOUT = Duration.ofMinutes(3);

  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private final List<KafkaBroker> brokers;
  private final List<ServerProcess> nodes = new ArrayList<>();
  private final AtomicReferenceArray<@Nullable URI> addresses = new AtomicReferenceArray<>(SIZE);
  private final AtomicInteger turn = new AtomicInteger();

  private KafkaInstallation(List<KafkaBroker> brokers) {
    this.brokers = brokers;
  }

  /** All of them, running. */
  static KafkaInstallation start(Path directory) {
    KafkaInstallation installation =
        new KafkaInstallation(KafkaBroker.cluster(directory.resolve("kafka"), SIZE));
    try {
      for (int i = 0; i < SIZE; i++) {
        installation.nodes.add(
            installation.node(Files.createDirectories(directory.resolve("node-" + i))));
        installation.startNode(i);
      }
      installation.awaitWhole();
      return installation;
    } catch (IOException e) {
      installation.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException | AssertionError e) {
      installation.close();
      throw e;
    }
  }

  private ServerProcess node(Path directory) {
    return PosthornJar.server(directory)
        .without("data.min-free")
        .with("engine", "kafka")
        .with(
            "kafka.bootstrap-servers",
            brokers.stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(",")))
        .with("kafka.topic-prefix", "installation")
        .with("kafka.partitions", String.valueOf(PARTITIONS))
        .with("security.encryption-key", ENCRYPTION_KEY)
        // Retries last some minutes, long enough that no outage drops a message.
        .with("retry.unit", "40ms")
        .with("circuit.probe-interval", "500ms");
  }

  void killBroker(int i) {
    brokers.get(i).kill();
  }

  void startBroker(int i) {
    brokers.get(i).launch();
  }

  void killNode(int i) {
    nodes.get(i).kill();
    addresses.set(i, null);
  }

  /** Starts a node and waits until it listens, ready or not. */
  void startNode(int i) {
    nodes.get(i).launch();
    addresses.set(i, nodes.get(i).address());
  }

  /**
   * Stops a node gracefully, and waits.
   *
   * @return its exit code
   */
  int stopNode(int i) {
    addresses.set(i, null); // as a load balancer would, before it stops
    return nodes.get(i).stop();
  }

  /** Waits until all brokers and nodes are up, all replicas in sync, and every shard runs once. */
  void awaitWhole() {
    brokers.forEach(KafkaBroker::awaitReady);
    brokers.getFirst().awaitInSync(TIMEOUT);
    await("all nodes ready", () -> allReady() && shards() == PARTITIONS);
  }

  /** Waits until every shard runs. */
  void awaitShards() {
    await("all shards run", () -> shards() == PARTITIONS);
  }

  private void await(String what, Callable<Boolean> holds) {
    try {
      Awaitility.await(what).atMost(TIMEOUT).pollInterval(Duration.ofMillis(50)).until(holds);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("timed out: " + what + ": " + this, e);
    }
  }

  private boolean allReady() {
    return IntStream.range(0, SIZE)
        .allMatch(i -> addresses.get(i) != null && get(i, "/health/ready").startsWith("200"));
  }

  /** The number of running shards. */
  int shards() {
    return IntStream.range(0, SIZE).map(this::shards).sum();
  }

  /** The number of shards on a node, by its metrics; 0 if it does not respond. */
  int shards(int node) {
    return get(node, "/metrics")
        .lines()
        .filter(line -> line.startsWith("posthorn_shards "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  private String get(int node, String path) {
    URI address = addresses.get(node);
    if (address == null) {
      return "";
    }
    try {
      TestResponse response = new Api(() -> address, ServerProcess.ADMIN_KEY).get(path);
      return response.status() + "\n" + response.text();
    } catch (UncheckedIOException e) {
      return "";
    }
  }

  /** Each call goes to the next running node. */
  @Override
  public Api api() {
    return new Api(this::next, ServerProcess.ADMIN_KEY);
  }

  private URI next() {
    for (int i = 0; i < SIZE; i++) {
      URI address = addresses.get(Math.floorMod(turn.getAndIncrement(), SIZE));
      if (address != null) {
        return address;
      }
    }
    throw new UncheckedIOException(new IOException("No node is running."));
  }

  /** Some node is always running. */
  @Override
  public void awaitServer() {}

  @Override
  public Duration pause(Random random) {
    return Duration.ofMillis(100 + random.nextInt(200));
  }

  /** Saves the nodes' output, for a failed run. */
  void keepLogs(Path directory) {
    try {
      for (int i = 0; i < nodes.size(); i++) {
        Files.writeString(directory.resolve("node-" + i + ".log"), nodes.get(i).process() + "\n");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    nodes.forEach(ServerProcess::close);
    brokers.forEach(KafkaBroker::kill);
  }

  @Override
  public String toString() {
    return IntStream.range(0, SIZE)
        .mapToObj(
            i ->
                "node %d runs %d shards, %s"
                    .formatted(i, shards(i), get(i, "/health/ready").replace('\n', ' ')))
        .collect(Collectors.joining("; "));
  }
}
