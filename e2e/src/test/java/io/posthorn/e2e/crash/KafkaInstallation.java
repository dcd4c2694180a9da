package io.posthorn.e2e.crash;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.TestResponse;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.KafkaBroker;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Three brokers and three to five nodes as processes, to which faults happen. Callers use the nodes
 * round-robin, but not those that are away, as behind a load balancer.
 */
final class KafkaInstallation implements CallTarget, AutoCloseable {
  static final int BROKERS = 3;
  static final int NODES = 3;
  static final int MOST_NODES = 5;
  static final int WITH_FAKE_CLOCK = 0;
  static final int PARTITIONS = 6;

  /** The time limit for an installation to recover. */
  static final Duration TIMEOUT = Duration.ofMinutes(3);

  private static final String PREFIX = "installation";
  private static final String ENCRYPTION_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";

  private final Path directory;
  private final NodeNetwork network;
  private final Duration pause;
  private final List<KafkaBroker> brokers;
  private final List<ServerProcess> nodes = new ArrayList<>();
  private final AtomicReferenceArray<@Nullable URI> addresses =
      new AtomicReferenceArray<>(MOST_NODES);
  private final AtomicInteger turn = new AtomicInteger();
  private final InstallationTopics topics;
  private final FakeClock clock;

  /** The processes that are stopped, by their ids. */
  private final Set<Long> paused = ConcurrentHashMap.newKeySet();

  private KafkaInstallation(Path directory, NodeNetwork network, Duration pause) {
    this.directory = directory;
    this.network = network;
    this.pause = pause;
    clock = new FakeClock(directory.resolve("clock"));
    brokers = KafkaBroker.cluster(directory.resolve("kafka"), BROKERS, network.host());
    topics = new InstallationTopics(bootstrapServers(), PREFIX);
  }

  /**
   * All of them, running.
   *
   * @param pause the mean time between two posts of a caller
   */
  static KafkaInstallation start(Path directory, NodeNetwork network, Duration pause) {
    KafkaInstallation installation = new KafkaInstallation(directory, network, pause);
    try {
      while (installation.nodes.size() < NODES) {
        installation.addNode();
      }
      installation.awaitWhole();
      return installation;
    } catch (RuntimeException | AssertionError e) {
      installation.close();
      throw e;
    }
  }

  NodeNetwork network() {
    return network;
  }

  /** The number of nodes. */
  int nodes() {
    return nodes.size();
  }

  /** Adds a node with an empty disk, or one that left before. */
  void addNode() {
    int i = nodes.size();
    nodes.add(node(i, directory.resolve("node-" + i)));
    startNode(i);
  }

  /** Stops the last node gracefully, and does without it. */
  void removeNode() {
    int last = nodes.size() - 1;
    int exit = stopNode(last);
    if (exit != 0) {
      throw new AssertionError("Exit code of node " + last + ": " + exit);
    }
    nodes.removeLast();
  }

  private String bootstrapServers() {
    return brokers.stream().map(KafkaBroker::bootstrapServers).collect(Collectors.joining(","));
  }

  private ServerProcess node(int i, Path directory) {
    List<String> prefix = new ArrayList<>(network.prefix(i));
    if (i == WITH_FAKE_CLOCK) {
      prefix.addAll(clock.prefix());
    }
    return PosthornJar.server(directory, prefix)
        .withoutDevelopmentMode() // which listens on the loopback only
        .with("security.allowed-targets", network.host())
        .without("data.min-free")
        .with("engine", "kafka")
        .with("http.host", network.hostOf(i))
        .with("http.behind-proxy", "true")
        .with("kafka.bootstrap-servers", bootstrapServers())
        .with("kafka.topic-prefix", PREFIX)
        .with("kafka.partitions", String.valueOf(PARTITIONS))
        .with("security.encryption-key", ENCRYPTION_KEY)
        // Retries last for two hours, so that no outage drops a message.
        .with("retry.unit", "40ms")
        .with("circuit.probe-interval", "500ms");
  }

  void killBroker(int i) {
    brokers.get(i).kill();
  }

  void startBroker(int i) {
    brokers.get(i).launch();
  }

  void pauseBroker(int i) {
    pause(brokers.get(i).pid());
  }

  void resumeBroker(int i) {
    resume(brokers.get(i).pid());
  }

  void pauseNode(int i) {
    pause(nodes.get(i).pid());
  }

  void resumeNode(int i) {
    resume(nodes.get(i).pid());
  }

  private void pause(long pid) {
    paused.add(pid);
    Signals.stop(pid);
  }

  private void resume(long pid) {
    Signals.resume(pid);
    paused.remove(pid);
  }

  void cutOffNode(int i) {
    network.cutOff(i);
  }

  void reconnectNode(int i) {
    network.reconnect(i);
  }

  void skewClock(Duration by) {
    clock.skew(by);
  }

  /**
   * A node that is away for some time and whose process continues afterwards.
   *
   * @return the time until others ran its shards; null if it had none, or was not missed
   */
  @Nullable Duration away(int i, Duration time, Runnable leave, Runnable comeBack) {
    int owned = shards(i);
    long began = System.nanoTime();
    URI address = addresses.getAndSet(i, null);
    Duration takeOver = null;
    leave.run();
    try {
      if (Fault.isMissed(time)) {
        awaitShards();
        takeOver = owned > 0 ? Fault.since(began) : null;
      }
      RestartedServer.pass(time.minus(Fault.since(began)));
    } finally {
      comeBack.run();
      addresses.set(i, address);
    }
    return takeOver;
  }

  void killNode(int i) {
    nodes.get(i).kill();
    addresses.set(i, null);
    keepLog(i);
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
    int exit = nodes.get(i).stop();
    keepLog(i);
    return exit;
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

  /** Waits until every node runs a shard. */
  void awaitShardsEverywhere() {
    await(
        "all nodes run shards",
        () -> IntStream.range(0, nodes()).allMatch(i -> shards(i) > 0) && shards() == PARTITIONS);
  }

  /** Waits for what a node says about itself. */
  void awaitHealth(int i, String what, Predicate<String> says) {
    await(what, () -> says.test(get(i, "/health/ready")));
  }

  /** The number of paused shards, by the metrics of all nodes. */
  int pausedShards() {
    return IntStream.range(0, nodes()).map(i -> metric(i, "posthorn_shards_paused")).sum();
  }

  /** The topics, for records that no node writes. */
  InstallationTopics topics() {
    return topics;
  }

  /** The names of all parked records and paused shards. */
  List<String> parked() {
    return parked(List.of())
        .lines()
        .filter(line -> line.startsWith(PREFIX) || line.startsWith("shard-"))
        .map(line -> line.substring(0, line.indexOf(' ')))
        .toList();
  }

  /** Drops a parked record, or continues a paused shard without it. */
  void drop(String name) {
    parked(List.of("--drop", name));
  }

  private String parked(List<String> more) {
    Path settings = nodes.getFirst().directory().resolve("posthorn.yaml");
    List<String> arguments = new ArrayList<>(List.of("parked", "--config", settings.toString()));
    arguments.addAll(more);
    ChildProcess ended = PosthornJar.run(Map.of(), arguments.toArray(String[]::new));
    if (ended.awaitExit() != 0) {
      throw new AssertionError("posthorn parked failed: " + ended);
    }
    return ended.out().toString();
  }

  void await(String what, Callable<Boolean> holds) {
    try {
      Awaitility.await(what).atMost(TIMEOUT).pollInterval(Duration.ofMillis(50)).until(holds);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError("timed out: " + what + ": " + this, e);
    }
  }

  private boolean allReady() {
    return IntStream.range(0, nodes())
        .allMatch(i -> addresses.get(i) != null && get(i, "/health/ready").startsWith("200"));
  }

  /** The number of running shards. */
  int shards() {
    return IntStream.range(0, nodes()).map(this::shards).sum();
  }

  /** The number of shards on a node, by its metrics; 0 if it does not respond. */
  int shards(int node) {
    return metric(node, "posthorn_shards");
  }

  /** The value of a metric of a node; 0 if it does not respond. */
  int metric(int node, String name) {
    return get(node, "/metrics")
        .lines()
        .filter(line -> line.startsWith(name + " "))
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
    for (int i = 0; i < MOST_NODES; i++) {
      URI address = addresses.get(Math.floorMod(turn.getAndIncrement(), MOST_NODES));
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
    return pause.dividedBy(2).plusMillis(random.nextLong(pause.toMillis()));
  }

  /** Saves the output of the nodes that run, for a failed run. */
  void keepLogs() {
    IntStream.range(0, nodes())
        .filter(i -> nodes.get(i).process().isAlive())
        .forEach(this::keepLog);
  }

  /** Appends the output of a node's latest process to its log. */
  private void keepLog(int i) {
    try {
      Files.writeString(
          directory.resolve("node-" + i + ".log"),
          nodes.get(i).process() + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    Set.copyOf(paused).forEach(this::resume);
    topics.close();
    nodes.forEach(ServerProcess::close);
    brokers.forEach(KafkaBroker::kill);
  }

  @Override
  public String toString() {
    return IntStream.range(0, nodes())
        .mapToObj(
            i ->
                "node %d runs %d shards, %s"
                    .formatted(i, shards(i), get(i, "/health/ready").replace('\n', ' ')))
        .collect(Collectors.joining("; "));
  }
}
