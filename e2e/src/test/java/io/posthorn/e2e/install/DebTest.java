package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.TimeToFirstEvent;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Debian package, from its installation on a bare machine to its removal. */
@Tag("release")
final class DebTest {
  private static final String UNIT = "usr/lib/systemd/system/posthorn.service";

  @TempDir static Path directory = Path.of("");

  private static Path deb = Path.of("");

  @BeforeAll
  static void findIt() {
    InstalledTool.require(directory, "apt-get install dpkg-dev", "dpkg", "--print-architecture");
    String arch = Artefacts.run(directory, "dpkg", "--print-architecture").strip();
    deb = Artefacts.file("posthorn_" + Artefacts.VERSION + "-1_" + arch + ".deb");
  }

  @Test
  void lintian_finds_nothing() {
    InstalledTool.require(directory, "apt-get install lintian", "lintian", "--version");

    String found =
        Artefacts.run(
            directory, "lintian", "--allow-root", "--tag-display-limit", "0", deb.toString());

    assertThat(found.lines().filter(line -> line.matches("[EW]: .*"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"bookworm", "trixie"})
  void it_is_installed_started_upgraded_removed_and_purged(String release) throws IOException {
    OtherMachine.require(directory);
    InstalledTool.require(directory, "apt-get install mmdebstrap", "mmdebstrap", "--version");
    OtherMachine machine = new OtherMachine(directory.resolve(release));
    makeWithDependenciesOnly(machine, release);

    TimeToFirstEvent time = TimeToFirstEvent.of("Debian package on " + release);
    install(machine, deb);
    assertThat(machine.run("id", "posthorn")).contains("(posthorn)");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data(machine))))
        .isEqualTo("rwx------");
    assertThat(enabledUnit(machine)).matches(Files::isSymbolicLink, "is enabled");
    systemdAcceptsTheUnit(machine);
    String message;
    try (ChildProcess server = startService(machine)) {
      message =
          machine.deliverFirstEvent(
              time, server, key(machine, server), "posthorn:posthorn", Map.of("PATH", "/usr/bin"));
      stop(server);
    }

    Path settings = machine.root().resolve("etc/posthorn/posthorn.yaml");
    Files.writeString(settings, "\n# changed\n", StandardOpenOption.APPEND);
    install(machine, newer(release));
    assertThat(settings).content().endsWith("# changed\n");
    try (ChildProcess server = startService(machine)) {
      platform(machine, server).awaitDelivered(message);
      stop(server);
    }

    machine.run("dpkg", "--remove", "posthorn");
    assertThat(machine.root().resolve("usr/lib/posthorn")).doesNotExist();
    assertThat(settings).exists();
    assertThat(data(machine).resolve("admin.key")).exists();
    machine.run("dpkg", "--purge", "posthorn");
    assertThat(settings.getParent()).doesNotExist();
    assertThat(data(machine)).doesNotExist();
    assertThat(enabledUnit(machine)).matches(link -> !Files.isSymbolicLink(link), "is disabled");
  }

  /** Debian's essential packages, and those that the package names. */
  private static void makeWithDependenciesOnly(OtherMachine machine, String release) {
    String depends = Artefacts.run(directory, "dpkg-deb", "--field", deb.toString(), "Depends");
    String names =
        Stream.of(depends.strip().split(",\\s*"))
            .map(dependency -> dependency.replaceAll("[ |].*", ""))
            .collect(Collectors.joining(","));
    Artefacts.run(
        directory,
        "mmdebstrap",
        "--quiet",
        "--variant=essential",
        "--include=" + names,
        release,
        machine.root().toString());
  }

  private static void install(OtherMachine machine, Path file) throws IOException {
    Files.copy(file, machine.root().resolve("tmp").resolve(file.getFileName()));
    machine.run("dpkg", "--install", "--force-confold", "/tmp/" + file.getFileName());
  }

  /** The same package with a higher version. */
  private static Path newer(String release) throws IOException {
    Path unpacked = directory.resolve("unpacked-" + release);
    Artefacts.run(directory, "dpkg-deb", "--raw-extract", deb.toString(), unpacked.toString());
    Path control = unpacked.resolve("DEBIAN/control");
    String text = Files.readString(control);
    Files.writeString(control, text.replaceFirst("(?m)^Version: .*", "Version: 99-1"));
    Path newer = directory.resolve("newer.deb");
    Artefacts.run(
        directory, "dpkg-deb", "-Znone", "--build", unpacked.toString(), newer.toString());
    return newer;
  }

  private static void systemdAcceptsTheUnit(OtherMachine machine) throws IOException {
    InstalledTool.require(directory, "apt-get install systemd", "systemd-analyze", "--version");
    String unit = Files.readString(machine.root().resolve(UNIT));
    Path here = directory.resolve("posthorn.service");
    Files.writeString(here, unit.replace("=/usr/bin/", "=" + machine.root() + "/usr/bin/"));
    String found = Artefacts.run(directory, "systemd-analyze", "verify", here.toString());
    assertThat(found.lines().filter(line -> line.contains("posthorn"))).isEmpty();
  }

  /** Starts what the unit starts, as its user. */
  private static ChildProcess startService(OtherMachine machine) throws IOException {
    String unit = Files.readString(machine.root().resolve(UNIT));
    String start = unit.replaceFirst("(?s).*\nExecStart=([^\n]*)\n.*", "$1");
    return machine.start(
        "posthorn:posthorn",
        Map.of(
            "PATH", "/usr/bin",
            "POSTHORN_HTTP_PORT", "0",
            "POSTHORN_SECURITY_ALLOWED_TARGETS", "127.0.0.0/8"),
        List.of(start.split(" ")));
  }

  private static Platform platform(OtherMachine machine, ChildProcess server) throws IOException {
    return OtherMachine.platform(server, key(machine, server));
  }

  private static String key(OtherMachine machine, ChildProcess server) throws IOException {
    Path key = data(machine).resolve("admin.key");
    OtherMachine.platform(server, "no key"); // waits for the address; the key is written after it
    Await.until("an admin key", () -> Files.size(key) > 0);
    return Files.readString(key).strip();
  }

  private static void stop(ChildProcess server) {
    server.terminate();
    assertThat(server.awaitExit()).as(server.toString()).isZero();
  }

  private static Path data(OtherMachine machine) {
    return machine.root().resolve("var/lib/posthorn");
  }

  private static Path enabledUnit(OtherMachine machine) {
    return machine.root().resolve("etc/systemd/system/multi-user.target.wants/posthorn.service");
  }
}
