package io.posthorn.e2e.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The first event of the README, by the commands of the README itself, with the program that an
 * artefact has installed. Only ports and the share of failures differ: here each event is delivered
 * by its first attempt.
 */
public final class ReadmeFirstEvent {
  /** The installed command; the arguments do not contain its name. */
  public interface Installed {
    ChildProcess start(Map<String, String> environment, List<String> arguments);
  }

  private static final Path README = Path.of("../README.md");
  private static final String COMMAND = "./posthorn ";
  private static final String RECEIVER = "http://127.0.0.1:9000/";
  private static final Pattern LISTENING = Pattern.compile("(?m)^Listening on (\\S+); .*");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");
  private static final Pattern DELIVERED = Pattern.compile("(?m)^(msg_\\S+) .* delivered .*");

  private final Installed installed;
  private final Map<String, String> environment;

  /** The environment is what the installed command needs beside key and address of the server. */
  public ReadmeFirstEvent(
      Installed installed, Map<String, String> environment, URI server, String key) {
    this.installed = installed;
    this.environment = new HashMap<>(environment);
    this.environment.put("POSTHORN_KEY", key);
    this.environment.put("POSTHORN_URL", server.toString());
  }

  /**
   * Runs the commands of the README. The time ends when the receiver has the event.
   *
   * @return the id of a delivered message
   */
  public String deliver(TimeToFirstEvent time) {
    try (ChildProcess receiver = start(command("listen"))) {
      Await.until(
          "a receiver",
          () -> LISTENING.matcher(receiver.out().toString()).find() || !receiver.isAlive());
      String url =
          LISTENING
              .matcher(receiver.out().toString())
              .results()
              .findFirst()
              .map(line -> line.group(1) + "/")
              .orElseThrow(() -> new AssertionError(receiver));

      assertThat(prints(command("subscriptions").replace(RECEIVER, url))).startsWith("sub_");
      prints(command("send"));
      Await.until("an event", () -> receiver.out().toString().contains("msg_"));
      time.delivered();

      Await.until("a delivery", () -> delivered().isPresent());
      String message = delivered().orElseThrow();
      assertThat(prints(command("why").replaceFirst("msg_\\S+", message)))
          .startsWith(message + " was delivered at ");
      return message;
    }
  }

  private Optional<String> delivered() {
    return DELIVERED
        .matcher(prints(command("messages")))
        .results()
        .findFirst()
        .map(line -> line.group(1));
  }

  private String prints(String command) {
    try (ChildProcess ended = start(command)) {
      assertThat(ended.awaitExit()).as(command + "\n" + ended).isZero();
      return ended.out().toString();
    }
  }

  private ChildProcess start(String command) {
    List<String> arguments = WORD.matcher(command).results().map(ReadmeFirstEvent::word).toList();
    return installed.start(environment, arguments);
  }

  private static String word(MatchResult word) {
    return word.group(1) == null ? word.group(2) : word.group(1);
  }

  /** The first command of the README with a name, without comments. */
  private static String command(String name) {
    try {
      return Files.readString(README)
          .lines()
          .filter(line -> line.startsWith(COMMAND + name))
          .map(line -> line.substring(COMMAND.length()).replaceFirst(" +# .*", ""))
          .map(line -> line.replace("--port 9000", "--port 0").replace("--fail-rate 0.5", ""))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no command " + name + " in the README"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
