package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerCommand;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A shell for the commands of the documents, in a directory that looks like a checkout. It replaces
 * what a reader fills in (keys, ids, files) and the ports, keeps exported variables, and leaves
 * {@code serve} and {@code listen} running as in terminals of their own.
 */
final class DocumentedShell implements AutoCloseable {
  private static final Pattern EXPORT = Pattern.compile("export (\\w+)=(\\S+).*");
  private static final Pattern ENDPOINT = Pattern.compile("ep_[0-9A-Z]+");
  private static final Pattern WAITING = Pattern.compile("(msg_[0-9A-Z]+).*waiting");
  private static final Pattern MESSAGE = Pattern.compile("msg_[0-9A-Z]+");
  private static final Pattern READY = Pattern.compile("Posthorn is ready at");
  private static final Pattern LISTENING = Pattern.compile("Listening on");

  private final Path directory;
  private final Map<String, String> environment = new HashMap<>(System.getenv());
  private final Map<String, String> ports = new HashMap<>();
  private final Map<String, String> outputs = new LinkedHashMap<>();
  private @Nullable ChildProcess server;
  private @Nullable ChildProcess receiver;

  private DocumentedShell(Path directory) throws IOException {
    this.directory = directory;
    for (String port : new String[] {"8080", "8085", "9000"}) {
      ports.put(port, Integer.toString(freePort()));
    }
  }

  static DocumentedShell in(Path directory, Path repository) throws IOException {
    DocumentedShell shell = new DocumentedShell(directory);
    String java = System.getProperty("java.home") + "/bin";
    Path command =
        Files.writeString(
            directory.resolve("posthorn"),
            "#!/bin/sh\nexec %s/java @%s -jar %s \"$@\"\n"
                .formatted(
                    java,
                    ServerCommand.optionsFile(repository),
                    PosthornJar.JAR.toAbsolutePath().normalize()));
    Files.setPosixFilePermissions(command, PosixFilePermissions.fromString("rwxr-xr-x"));
    for (String name : new String[] {"app", "examples"}) {
      Files.createSymbolicLink(directory.resolve(name), repository.resolve(name));
    }
    Files.createDirectory(directory.resolve("backups"));
    Files.writeString(directory.resolve("settings.yaml"), "retry.unit: 90s\n");
    shell.environment.put("PATH", directory + ":" + java + ":" + System.getenv("PATH"));
    shell.environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    shell.environment.put("POSTHORN_HTTP_PORT", shell.port("8080"));
    shell.environment.put("POSTHORN_URL", "http://127.0.0.1:" + shell.port("8080"));
    return shell;
  }

  /** Runs a command as it is documented; anything but exit code 0 is an error. */
  void run(String location, String documented) throws IOException {
    String command = filledIn(documented);
    Matcher export = EXPORT.matcher(command);
    if (export.matches()) {
      environment.put(export.group(1), export.group(2));
    } else if (command.contains("posthorn serve")) {
      stopServer();
      server = start(command);
      awaitLine(server, READY, location);
    } else if (command.contains("posthorn listen")) {
      receiver = start(command);
      awaitLine(receiver, LISTENING, location);
    } else {
      try (ChildProcess process = start(command)) {
        assertThat(process.awaitExit()).as("%s: %s%n%s", location, command, process).isZero();
        outputs.put(documented, String.join("\n", process.out().all()));
      }
    }
  }

  /** The output of the first command that begins with these words. */
  String outputOf(String words) {
    return outputs.entrySet().stream()
        .filter(output -> output.getKey().startsWith(words))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow(() -> new AssertionError("No page has a command \"" + words + "\"."));
  }

  private String filledIn(String command) throws IOException {
    String filled = command;
    for (Map.Entry<String, String> port : ports.entrySet()) {
      filled = filled.replaceAll("\\b" + port.getKey() + "\\b", port.getValue());
    }
    if (filled.contains("POSTHORN_KEY=...")) {
      String key = Files.readString(directory.resolve("data/admin.key")).strip();
      filled = filled.replace("POSTHORN_KEY=...", "POSTHORN_KEY=" + key);
    }
    if (filled.contains("msg_...")) {
      String printed = outputOf("./posthorn messages");
      Matcher waiting = WAITING.matcher(printed);
      filled =
          filled.replace("msg_...", waiting.find() ? waiting.group(1) : first(MESSAGE, printed));
    }
    if (filled.contains("ep_...")) {
      filled = filled.replace("ep_...", first(ENDPOINT, String.join("\n", outputs.values())));
    }
    return filled
        .replace("--config FILE", "--config " + directory.resolve("settings.yaml"))
        .replace("/mnt/backups", directory.resolve("backups").toString());
  }

  private static String first(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    assertThat(found.find()).as("%s in %s", pattern, text).isTrue();
    return found.group();
  }

  private ChildProcess start(String command) {
    ProcessBuilder builder = new ProcessBuilder("bash", "-c", command);
    builder.directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return ChildProcess.start(builder);
  }

  private static void awaitLine(ChildProcess process, Pattern line, String location) {
    assertThat(process.out().await(line, Await.TIMEOUT))
        .as("%s: a line \"%s\"%n%s", location, line, process)
        .isPresent();
  }

  private String port(String documented) {
    return ports.getOrDefault(documented, documented);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void stopServer() {
    if (server != null) {
      server.terminate();
      assertThat(server.awaitExit()).as("%s", server).isZero();
    }
  }

  @Override
  public void close() {
    if (receiver != null) {
      receiver.close();
    }
    if (server != null) {
      server.close();
    }
  }
}
