package io.posthorn.testkit;

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
 * A Kafka broker as a process: alone, or one of several that form a cluster. It does not outlive
 * the JVM that started it.
 */
public final class KafkaBroker implements AutoCloseable {
  private static final String LOOPBACK = "127.0.0.1";
  private static final int LOWEST_PORT = 12_000;
  private static final int PORTS = 20_000;
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger((int) (ProcessHandle.current().pid() * 37 % PORTS));
  private static final Duration TO_START = Duration.ofSeconds(90);
  private static final Duration TO_STOP = Duration.ofSeconds(5);

  private final int id;
  private final Path directory;
  private final Kind kind;
  private final String classPath;
  private final List<ExtraListener> extraListeners;
  private final String host;
  private final int port = freePort();
  private final int controllerPort = freePort();
  private @Nullable Process process;

  /** The size of a broker. */
  public enum Kind {
    /** For tests: few threads and partitions, and little memory. */
    SMALL(
        "-Xmx256m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
        """
        num.network.threads=2
        num.io.threads=2
        offsets.topic.num.partitions=4
        transaction.state.log.num.partitions=4
        transaction.abort.timed.out.transaction.cleanup.interval.ms=1000
        log.cleaner.dedupe.buffer.size=2097152
        log.cleaner.enable=true
        """),
    /** Kafka's defaults, with the heap size of Kafka's start script. */
    STANDARD("-Xms1g -Xmx1g", "");

    private final String javaOptions;
    private final String properties;

    Kind(String javaOptions, String properties) {
      this.javaOptions = javaOptions;
      this.properties = properties;
    }
  }

  /**
   * A listener beside the plain one.
   *
   * @param address protocol, host and port, as in {@code listeners}
   * @param properties what the broker needs for it
   */
  public record ExtraListener(String address, String properties) {}

  private KafkaBroker(
      int id,
      Path directory,
      Kind kind,
      String classPath,
      List<ExtraListener> extraListeners,
      String host) {
    this.host = host;
    this.id = id;
    this.directory = directory;
    this.kind = kind;
    this.classPath = classPath;
    this.extraListeners = extraListeners;
  }

  /** Starts a small broker from this process's class path, and waits until it is ready. */
  public static KafkaBroker start(Path directory) {
    return cluster(directory, 1).getFirst();
  }

  /** Starts a small broker that has another listener too, and waits until it is ready. */
  public static KafkaBroker start(Path directory, ExtraListener listener) {
    return startAll(
            List.of(
                new KafkaBroker(
                    1,
                    directory.resolve("broker-1"),
                    Kind.SMALL,
                    JavaRuntime.classPath(),
                    List.of(listener),
                    LOOPBACK)))
        .getFirst();
  }

  /** Starts a cluster of small brokers, and waits until it is complete. */
  public static List<KafkaBroker> cluster(Path directory, int count) {
    return cluster(directory, count, LOOPBACK);
  }

  /**
   * Starts a cluster of small brokers that listen on another address of this machine, and waits
   * until it is complete.
   */
  public static List<KafkaBroker> cluster(Path directory, int count, String host) {
    return cluster(directory, count, Kind.SMALL, JavaRuntime.classPath(), host);
  }

  /**
   * Starts brokers that form a cluster.
   *
   * @param classPath the class path of Kafka
   */
  public static List<KafkaBroker> cluster(Path directory, int count, Kind kind, String classPath) {
    return cluster(directory, count, kind, classPath, LOOPBACK);
  }

  private static List<KafkaBroker> cluster(
      Path directory, int count, Kind kind, String classPath, String host) {
    List<KafkaBroker> brokers = new ArrayList<>();
    for (int id = 1; id <= count; id++) {
      brokers.add(
          new KafkaBroker(id, directory.resolve("broker-" + id), kind, classPath, List.of(), host));
    }
    return startAll(brokers);
  }

  private static List<KafkaBroker> startAll(List<KafkaBroker> brokers) {
    String cluster = Uuid.randomUuid().toString();
    String voters = voters(brokers);
    try {
      brokers.forEach(broker -> broker.format(cluster, brokers, voters));
      brokers.forEach(KafkaBroker::launch);
      brokers.forEach(broker -> broker.awaitReady(brokers.size()));
    } catch (RuntimeException e) {
      brokers.forEach(KafkaBroker::close);
      throw e;
    }
    return brokers;
  }

  private static String voters(List<KafkaBroker> brokers) {
    List<String> voters = new ArrayList<>();
    for (KafkaBroker broker : brokers) {
      voters.add(
          "%d@%s:%d:%s"
              .formatted(broker.id, broker.host, broker.controllerPort, Uuid.randomUuid()));
    }
    return String.join(",", voters);
  }

  /** The address for clients. */
  public String bootstrapServers() {
    return host + ":" + port;
  }

  /** The directory of its topics. */
  public Path dataDirectory() {
    return directory.resolve("data");
  }

  /** Its settings file; changes take effect on the next start. */
  public Path propertiesFile() {
    return directory.resolve("server.properties");
  }

  public long pid() {
    Process running = process;
    if (running == null) {
      throw new IllegalStateException("The broker is not running.");
    }
    return running.pid();
  }

  /** Sends SIGKILL. */
  public void kill() {
    Process running = process;
    if (running != null) {
      running.destroyForcibly();
      await(running);
      process = null;
    }
  }

  /** Restarts the broker on the same data and port; stops it first if it is running. */
  public void restart() {
    close();
    launch();
    awaitReady();
  }

  /** Restarts the broker without waiting until it is ready. */
  public void launch() {
    process = run(directory.resolve("log"), "kafka.Kafka", propertiesFile().toString());
  }

  /** Stops it, if it is running. */
  @Override
  public void close() {
    Process running = process;
    if (running != null) {
      ChildProcess.end(running, TO_STOP);
      process = null;
    }
  }

  /** Waits until it is ready. */
  public void awaitReady() {
    awaitReady(1);
  }

  /**
   * Waits until it is ready and sees all brokers, because replicas are placed on known brokers
   * only.
   */
  private void awaitReady(int brokers) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Awaitility.await("the broker responds")
          .atMost(TO_START)
          .ignoreExceptionsMatching(e -> !(e instanceof IllegalStateException))
          .until(
              () -> {
                Process running = process;
                if (running != null && !running.isAlive()) {
                  throw new IllegalStateException(
                      "The broker has exited with %d: %s".formatted(running.exitValue(), log()));
                }
                return admin.describeCluster().nodes().get(5, TimeUnit.SECONDS).size() >= brokers;
              });
    }
  }

  /** Waits until every replica is in sync, so that another broker may fail. */
  public void awaitInSync(Duration timeout) {
    try (Admin admin = Admin.create(Map.of("bootstrap.servers", bootstrapServers()))) {
      Awaitility.await("all replicas in sync")
          .atMost(timeout)
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

  private void format(String cluster, List<KafkaBroker> all, String voters) {
    try {
      Files.createDirectories(directory);
      Files.writeString(propertiesFile(), properties(all));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Path log = directory.resolve("format.log");
    List<String> arguments =
        new ArrayList<>(List.of("format", "-t", cluster, "-c", propertiesFile().toString()));
    if (all.size() == 1) {
      arguments.add("--standalone");
    } else {
      arguments.addAll(List.of("--initial-controllers", voters));
    }
    Process format = run(log, "kafka.tools.StorageTool", arguments.toArray(String[]::new));
    if (await(format) != 0) {
      throw new IllegalStateException("Cannot format the broker's storage; see " + log);
    }
  }

  private String properties(List<KafkaBroker> all) {
    int copies = Math.min(3, all.size());
    int inSync = copies >= 3 ? 2 : 1;
    List<String> controllers = new ArrayList<>();
    all.forEach(broker -> controllers.add(broker.host + ":" + broker.controllerPort));
    StringBuilder more = new StringBuilder();
    StringBuilder moreProperties = new StringBuilder();
    for (ExtraListener listener : extraListeners) {
      more.append(',').append(listener.address());
      moreProperties.append(listener.properties());
    }
    return """
    process.roles=broker,controller
    node.id=%d
    listeners=PLAINTEXT://%s:%d,CONTROLLER://%s:%d%s
    advertised.listeners=PLAINTEXT://%s:%d%s
    controller.listener.names=CONTROLLER
    controller.quorum.bootstrap.servers=%s
    log.dirs=%s
    auto.create.topics.enable=false
    group.initial.rebalance.delay.ms=0
    min.insync.replicas=%d
    offsets.topic.replication.factor=%d
    transaction.state.log.replication.factor=%d
    transaction.state.log.min.isr=%d
    share.coordinator.state.topic.replication.factor=%d
    %s%s\
    """
        .formatted(
            id,
            host,
            port,
            host,
            controllerPort,
            more,
            host,
            port,
            more,
            String.join(",", controllers),
            dataDirectory(),
            inSync,
            copies,
            copies,
            inSync,
            copies,
            kind.properties,
            moreProperties);
  }

  private Process run(Path log, String mainClass, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(JavaRuntime.java());
    command.addAll(List.of(kind.javaOptions.split(" ", -1)));
    @Nullable String logging = System.getProperty("java.util.logging.config.file");
    if (logging != null) {
      command.add("-Djava.util.logging.config.file=" + logging);
    }
    command.addAll(List.of("-cp", classPath, mainClass));
    command.addAll(List.of(arguments));
    return ChildProcess.startTracked(
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(log.toFile())));
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
   * A free port below the ephemeral range: while a broker is down, an outgoing connection could
   * otherwise take its port, even one that tries to reach it. Each process starts at a different
   * port.
   */
  public static int freePort() {
    for (; ; ) {
      int port = LOWEST_PORT + Math.floorMod(NEXT_PORT.getAndIncrement(), PORTS);
      try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return socket.getLocalPort();
      } catch (BindException e) {
        // In use: try the next one.
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
