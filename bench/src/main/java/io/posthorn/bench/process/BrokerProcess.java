package io.posthorn.bench.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One broker of Kafka in a process of its own, from the jars of Maven's repository, with Kafka's
 * own defaults but for what a single broker cannot do.
 */
public final class BrokerProcess implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(90);

  /** Sixteen bytes in Base64, as Kafka writes them: posthorn-bench-1. */
  private static final String CLUSTER_ID = "cG9zdGhvcm4tYmVuY2gtMQ";

  private static final String READY = "Kafka Server started";

  /** What Kafka's own start script gives a broker. */
  private static final List<String> OPTIONS = List.of("-Xms1g", "-Xmx1g");

  private final Process process;
  private final int port;
  private final Path logs;

  private BrokerProcess(Process process, int port, Path logs) {
    this.process = process;
    this.port = port;
    this.logs = logs;
  }

  /** Starts one and waits until it answers. */
  public static BrokerProcess start(String classPath, Path directory) {
    int port = freePort();
    Path logs = directory.resolve("data");
    Path properties = directory.resolve("server.properties");
    Path said = directory.resolve("broker.log");
    try {
      Files.createDirectories(directory);
      Files.writeString(properties, properties(port, freePort(), logs));
      Process format =
          run(
              classPath,
              said,
              "kafka.tools.StorageTool",
              "format",
              "--standalone",
              "-t",
              CLUSTER_ID,
              "-c",
              properties.toString());
      if (format.waitFor() != 0) {
        throw new BenchException("the broker cannot format: " + lastWords(said));
      }
      Process process = run(classPath, said, "kafka.Kafka", properties.toString());
      Running.add(process);
      awaitReady(process, said);
      return new BrokerProcess(process, port, logs);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    }
  }

  private static String properties(int port, int controllerPort, Path logs) {
    return """
    process.roles=broker,controller
    node.id=1
    listeners=PLAINTEXT://127.0.0.1:%d,CONTROLLER://127.0.0.1:%d
    advertised.listeners=PLAINTEXT://127.0.0.1:%d
    controller.listener.names=CONTROLLER
    controller.quorum.bootstrap.servers=127.0.0.1:%d
    log.dirs=%s
    auto.create.topics.enable=false
    group.initial.rebalance.delay.ms=0
    offsets.topic.replication.factor=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    share.coordinator.state.topic.replication.factor=1
    """
        .formatted(port, controllerPort, port, controllerPort, logs);
  }

  private static Process run(String classPath, Path said, String main, String... arguments)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Java.executable());
    line.addAll(OPTIONS);
    line.addAll(List.of("-cp", classPath, main));
    line.addAll(List.of(arguments));
    return new ProcessBuilder(line)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
        .start();
  }

  private static void awaitReady(Process process, Path said)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (!Files.readString(said).contains(READY)) {
      if (!process.isAlive() || System.nanoTime() - deadline > 0) {
        process.destroyForcibly();
        throw new BenchException("the broker did not start: " + lastWords(said));
      }
      Thread.sleep(50);
    }
  }

  private static String lastWords(Path said) {
    return String.join(" ", Scraps.lastLines(said));
  }

  private static int freePort() {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String bootstrapServers() {
    return "127.0.0.1:" + port;
  }

  /** Where its topics lie. */
  public Path logs() {
    return logs;
  }

  public Usage usage() {
    return new Usage(process.pid());
  }

  @Override
  public void close() {
    Running.end(process);
  }
}
