package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.environment.ReadmeFirstEvent;
import io.posthorn.e2e.environment.TimeToFirstEvent;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A machine that has nothing but the files of one directory. Programs see that directory as their
 * root, in a mount namespace of their own; the network is this machine's.
 */
record OtherMachine(Path root) {
  /** Three nodes and a broker that start at once on a busy machine take more than a minute. */
  static final Duration TO_START = Duration.ofMinutes(5);

  /** Each step replaces the process, so that a signal reaches the program itself. */
  private static final String ENTER =
      """
      root=$1 user=$2 writable=$3; shift 3
      mount --bind "$root" "$root"
      mount -t proc proc "$root/proc"
      mount --rbind /dev "$root/dev"
      if [ -n "$writable" ]; then
        mount --bind "$root$writable" "$root$writable"
        mount -o remount,bind,ro "$root"
      fi
      exec /usr/sbin/chroot --userspec="$user" "$root" "$@"
      """;

  /** Skips the test where namespaces or root are missing; only Linux has {@code unshare}. */
  static void require(Path directory) {
    InstalledTool.require(
        directory, "run it as root", "unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt");
  }

  /** Runs a command as root; it must succeed. */
  String run(String... command) {
    String[] all =
        Stream.concat(command("0:0", "", List.of()).stream(), Stream.of(command))
            .toArray(String[]::new);
    return Artefacts.run(root, all);
  }

  /** Starts a program as a user. */
  ChildProcess start(String user, Map<String, String> environment, List<String> program) {
    return PosthornJar.startAlone(environment, command(user, "", program).toArray(String[]::new));
  }

  /** Starts a program that can write to one directory alone. */
  ChildProcess startReadOnly(
      String user, String writable, Map<String, String> environment, List<String> program) {
    return PosthornJar.startAlone(
        environment, command(user, writable, program).toArray(String[]::new));
  }

  private List<String> command(String user, String writable, List<String> program) {
    List<String> enter =
        List.of(
            "/usr/bin/unshare", "--mount", "/bin/sh", "-ec", ENTER, "sh", root.toString(), user);
    return Stream.of(enter, List.of(writable), program).flatMap(List::stream).toList();
  }

  /** The platform of a server that runs there. */
  static Platform platform(ChildProcess server, String key) {
    URI address = address(server);
    return new Platform(new Api(() -> address, key));
  }

  private static URI address(ChildProcess server) {
    Await.until(
        "an address",
        TO_START,
        () -> ServerProcess.addressOf(server).isPresent() || !server.isAlive());
    return ServerProcess.addressOf(server).orElseThrow(() -> new AssertionError(server));
  }

  /**
   * Delivers the first event of the README to a server that runs there, by the command there.
   *
   * @return the id of a delivered message
   */
  String deliverFirstEvent(
      TimeToFirstEvent time,
      ChildProcess server,
      String key,
      String user,
      Map<String, String> variables) {
    ReadmeFirstEvent.Installed command =
        (environment, arguments) ->
            start(
                user,
                environment,
                Stream.concat(Stream.of("posthorn"), arguments.stream()).toList());
    return new ReadmeFirstEvent(command, variables, address(server), key).deliver(time);
  }

  /**
   * Sends an event to a receiver on this machine and waits for it.
   *
   * @return the id of its message
   */
  static String deliver(Platform platform) {
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TASK", receiver.url());
      String message = platform.send("TASK");
      assertThat(RecordingReceivers.awaitFirst(receiver).id()).isEqualTo(message);
      platform.awaitDelivered(message);
      return message;
    }
  }
}
