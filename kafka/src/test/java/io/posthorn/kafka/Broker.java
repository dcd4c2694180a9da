package io.posthorn.kafka;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.common.Uuid;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/**
 * A Kafka broker as a process of its own, from the test's class path: alone, or one of several that
 * form a cluster. It is quiet, small, and ended with the test.
 */
public final class Broker implements AutoCloseable {
  private static final int LOWEST_PORT = 12_000;
  private static final int PORTS = 20_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 37 % PORTS));
  private static final Duration PATIENCE = Duration.ofSeconds(90);

  private final int id;
  private final Path directory;
  private final int port;
  private final int controllerPort;
  private @Nullable Process process;

  private Broker(int id, Path directory) {
    this.id = id;
    this.directory = directory;
    port = freePort();
    controllerPort = freePort();
  }

  /** One broker by itself, running. */
  public static Broker start(Path directory) {
    return cluster(directory, 1).getFirst();
  }

  /** Brokers that know each other, running. */
  public static List<Broker> cluster(Path directory, int count) {
    List<Broker> brokers = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      brokers.add(new Broker(id, directory.resolve("broker-" + id)));
    }
    String cluster = Uuid.randomUuid().toString();
    List<String> ids = brokers.stream().map(b -> Uuid.randomUuid().toString()).toList();
    String voters = voters(brokers, ids);
    try {
      for (int i = 0; i < count; i++) {
        brokers.get(i).format(cluster, brokers, voters);
      }
      brokers.forEach(Broker::launch);
      brokers.forEach(broker -> broker.awaitReady(count));
    } catch (RuntimeException e) {
      brokers.forEach(Broker::close);
      throw e;
    }
    return brokers;
  }

  private static String voters(List<Broker> brokers, List<String> ids) {
    List<String> voters = new ArrayList<>();
    for (int i = 0; i < brokers.size(); i++) {
      Broker broker = brokers.get(i);
      voters.add("%d@127.0.0.1:%d:%s".formatted(broker.id, broker.controllerPort, ids.get(i)));
    }
    return String.join(",", voters);
  }

  /** What clients are told. */
  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** The way a machine ends that loses its power, as far as a process can. */
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      await(running);
      process = null;
    }
  }

  /** Starts again what was killed or stopped, on the same data and port. */
  public void restart() {
    close();
    launch();
    awaitReady();
  }

  /** Starts again without waiting until it answers. */
  public void launch() {
    process = run(directory.resolve("log"), "kafka.Kafka", configuration().toString());
  }

  /** Ends it; a second time nothing happens. */
  @Override
  public void close() {
    Process running = process;
    if (running != null) {
      running.destroy();
      try {
        if (!running.waitFor(5, TimeUnit.SECONDS)) {
          running.destroyForcibly();
          await(running);
        }
      } catch (InterruptedException e) {
        running.destroyForcibly();
        Thread.currentThread().interrupt();
      }
      process = null;
    }
  }

  /** Waits until it answers. */
  public void awaitReady() {
    awaitReady(1);
  }

  /** Waits until it answers and knows so many: topics get their copies on those that are known. */
  private void awaitReady(int brokers) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Awaitility.await()
          .atMost(PATIENCE)
          .ignoreExceptions()
          .until(
              () -> {
                Process running = process;
                if (running != null && !running.isAlive()) {
                  throw new IllegalStateException("broker ended: " + log());
                }
                return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size() >= brokers;
              });
    }
  }

  /** Waits until every copy of every partition is in sync: one broker may be lost again then. */
  public void awaitInSync(Duration patience) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Awaitility.await("all copies in sync")
          .atMost(patience)
          .ignoreExceptions()
          .until(
              () -> {
                ListTopicsOptions all = new ListTopicsOptions().listInternal(true);
                Set<String> names = admin.listTopics(all).names().get(5, TimeUnit.SECONDS);
                return admin
                    .describeTopics(names)
                    .allTopicNames()
                    .get(5, TimeUnit.SECONDS)
                    .values()
                    .stream()
                    .flatMap(topic -> topic.partitions().stream())
                    .allMatch(one -> one.isr().size() == one.replicas().size());
              });
    }
  }

  private String log() {
    try {
      return Files.readString(directory.resolve("log"));
    } catch (IOException e) {
      return "no log";
    }
  }

  private Path configuration() {
    return directory.resolve("server.properties");
  }

  private void format(String cluster, List<Broker> all, String voters) {
    try {
      Files.createDirectories(directory);
      Files.writeString(configuration(), properties(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path log = directory.resolve("format.log");
    List<String> arguments =
        new ArrayList<>(List.of("format", "-t", cluster, "-c", configuration().toString()));
    if (all.size() == 1) {
      arguments.add("--standalone");
    } else {
      arguments.addAll(List.of("--initial-controllers", voters));
    }
    Process format = run(log, "kafka.tools.StorageTool", arguments.toArray(String[]::new));
    if (await(format) != 0) {
      throw new IllegalStateException("the broker's storage cannot be formatted: see " + log);
    }
  }

  private String properties(List<Broker> all) {
    int copies = Math.min(3, all.size());
    List<String> controllers = new ArrayList<>();
    all.forEach(broker -> controllers.add("127.0.0.1:" + broker.controllerPort));
    return """
    process.roles=broker,controller
    node.id=%d
    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
    advertised.listeners=PLAINTEXT://127.0.0.1:%d
    controller.listener.names=CONTROLLER
    controller.quorum.bootstrap.servers=%s
    log.dirs=%s
    num.network.threads=2
    num.io.threads=2
    auto.create.topics.enable=false
    group.initial.rebalance.delay.ms=0
    offsets.topic.num.partitions=4
    offsets.topic.replication.factor=%d
    transaction.state.log.num.partitions=4
    transaction.state.log.replication.factor=%d
    transaction.state.log.min.isr=%d
    transaction.abort.timed.out.transaction.cleanup.interval.ms=1000
    share.coordinator.state.topic.replication.factor=%d
    log.cleaner.dedupe.buffer.size=2097152
    log.cleaner.enable=true
    """
        .formatted(
            id,
            port,
            controllerPort,
            port,
            String.join(",", controllers),
            directory.resolve("data"),
            copies,
            copies,
            copies >= 3 ? 2 : 1,
            copies);
  }

  private static Process run(Path log, String mainClass, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:TieredStopAtLevel=1");
    String logging = System.getProperty("java.util.logging.config.file");
    if (logging != null) {
      command.add("-Djava.util.logging.config.file=" + logging);
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    try {
      ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
      Process started = builder.redirectOutput(Redirect.appendTo(log.toFile())).start();
      Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int await(Process process) {
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
      return -1;
    }
  }

  /**
   * A port below those that systems give to outgoing connections: while a broker is away, one of
   * them could get its port, even a client's that tries to reach it. Each process begins elsewhere.
   */
  private static int freePort() {
    for (; ; ) {
      int port = LOWEST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // Taken: the next one.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
