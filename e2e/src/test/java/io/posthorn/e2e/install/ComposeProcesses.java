package io.posthorn.e2e.install;

import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.JavaRuntime;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The services of a compose file as processes of this machine: the broker and the nodes, each with
 * the environment that the file and the image give it. The names of services lead to loopback
 * addresses, one for each node, because all use the same port.
 */
final class ComposeProcesses implements AutoCloseable {
  private static final String BROKER = "kafka";
  private static final String BROKER_ADDRESS = "127.0.0.1";

  private final Path directory;
  private final JsonNode services;
  private final Map<String, String> addresses = new TreeMap<>();
  private final Map<String, ChildProcess> nodes = new TreeMap<>();
  private final List<ChildProcess> processes = new ArrayList<>();

  ComposeProcesses(Path directory, JsonNode services) throws IOException {
    this.directory = directory;
    this.services = services;
    services
        .fieldNames()
        .forEachRemaining(
            name ->
                addresses.put(
                    name,
                    name.equals(BROKER) ? BROKER_ADDRESS : "127.0.0." + (addresses.size() + 2)));
    StringBuilder hosts = new StringBuilder("127.0.0.1 localhost\n");
    addresses.forEach((name, address) -> hosts.append(address + " " + name + "\n"));
    Files.writeString(hostsFile(), hosts);
  }

  private Path hostsFile() {
    return directory.resolve("hosts");
  }

  private String hostsOption() {
    return "-Djdk.net.hosts.file=" + hostsFile();
  }

  private Map<String, String> environment(String service) {
    Map<String, String> environment = new TreeMap<>();
    services
        .path(service)
        .path("environment")
        .properties()
        .forEach(entry -> environment.put(entry.getKey(), entry.getValue().asText()));
    return environment;
  }

  /** Starts the broker with the properties that Kafka's image makes of the variables. */
  void startBroker() throws IOException {
    StringBuilder properties = new StringBuilder();
    Map<String, String> environment = environment(BROKER);
    environment.put("KAFKA_LOG_DIRS", directory.resolve("broker").toString());
    environment.forEach(
        (name, value) -> {
          if (name.startsWith("KAFKA_")) {
            String key = name.substring("KAFKA_".length()).toLowerCase(Locale.ROOT);
            properties.append(key.replace('_', '.') + "=" + value + "\n");
          }
        });
    Path file = Files.writeString(directory.resolve("server.properties"), properties);
    String cluster = String.valueOf(environment.get("CLUSTER_ID"));
    ChildProcess format =
        kafka("kafka.tools.StorageTool", "format", "-t", cluster, "-c", file.toString());
    if (format.awaitExit() != 0) {
      throw new AssertionError(format);
    }
    ChildProcess broker = kafka("kafka.Kafka", file.toString());
    Await.until("the broker", OtherMachine.TO_START, () -> listens(9092) || !broker.isAlive());
    if (!broker.isAlive()) {
      throw new AssertionError(broker);
    }
  }

  private ChildProcess kafka(String mainClass, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                JavaRuntime.java(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                hostsOption(),
                "-cp",
                JavaRuntime.classPath(),
                mainClass));
    command.addAll(List.of(arguments));
    ChildProcess process = ChildProcess.start(new ProcessBuilder(command));
    processes.add(process);
    return process;
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.ofLiteral(BROKER_ADDRESS), port)) {
      return socket.isConnected();
    } catch (IOException e) {
      return false; // not yet
    }
  }

  /**
   * Starts a node. Its address, its data directory and the permission to deliver to this machine
   * are the only settings that are not from the image or the file.
   */
  void startNode(String service, Map<String, String> ofImage) {
    Map<String, String> environment = new TreeMap<>(ofImage);
    environment.putAll(environment(service));
    environment.put(
        "POSTHORN_DEFAULTS", Artefacts.REPOSITORY.resolve("packaging/image.yaml").toString());
    environment.put("POSTHORN_HTTP_HOST", String.valueOf(addresses.get(service)));
    environment.put("POSTHORN_DATA_DIR", directory.resolve(service).toString());
    environment.put("POSTHORN_SECURITY_ALLOWED_TARGETS", "127.0.0.0/8");
    environment.put("JDK_JAVA_OPTIONS", hostsOption() + " -XX:MaxRAM=1g");
    environment.remove("PATH");
    ChildProcess node = PosthornJar.start(environment, "serve");
    processes.add(node);
    nodes.put(service, node);
  }

  /** The platform of a node, once that accepts and delivers. */
  Platform platform(String service) {
    ChildProcess node = nodes.get(service);
    if (node == null) {
      throw new IllegalStateException(service + " was not started.");
    }
    Platform platform = OtherMachine.platform(node, ServerProcess.ADMIN_KEY);
    Await.until(
        service + " ready",
        OtherMachine.TO_START,
        () -> ops(service).get("/health/ready").status() == 200);
    return platform;
  }

  /** The number of shards that run on a node. */
  int shards(String service) {
    return ops(service)
        .get("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith("posthorn_shards "))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.indexOf(' ') + 1)))
        .sum();
  }

  /** The port for probes and metrics, which the image sets. */
  private Api ops(String service) {
    return new Api(() -> URI.create("http://" + addresses.get(service) + ":8081"), "").withoutKey();
  }

  @Override
  public void close() {
    processes.reversed().forEach(ChildProcess::close);
  }
}
