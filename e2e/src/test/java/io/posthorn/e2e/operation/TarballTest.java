package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.PosthornJar;
import io.posthorn.e2e.environment.ReadmeFirstEvent;
import io.posthorn.e2e.environment.TimeToFirstEvent;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tarball as {@code ./posthorn package} makes it, on a machine that has no Java. {@code
 * -Dposthorn.tarball=FILE} tests a finished one.
 */
@Tag("thorough")
final class TarballTest {
  private static final String VERSION = System.getProperty("posthorn.version", "0.2.0");
  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  /** Linking a runtime takes 20 seconds on two cores, and far longer on a busy machine. */
  private static final Duration TO_MAKE = Duration.ofMinutes(5);

  private static final long MAX_BYTES = 90_000_000;

  @TempDir static Path directory = Path.of("");

  private static Path file = Path.of("");

  /** The directory it is unpacked to. */
  private static Path home = Path.of("");

  @BeforeAll
  static void make_and_unpack_it() throws IOException {
    assumeTrue(System.getProperty("os.name").equals("Linux"), "the tarball is for Linux");
    Map<String, String> environment = new HashMap<>(System.getenv());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    String finished = System.getProperty("posthorn.tarball", "");
    String tarball =
        finished.isEmpty()
            ? run(
                    environment,
                    REPOSITORY + "/bin/package",
                    PosthornJar.JAR.toString(),
                    directory.toString())
                .out()
                .all()
                .getLast()
            : finished;
    assertThat(tarball).matches(".*/posthorn-" + VERSION + "-linux-\\w+\\.tar\\.gz");
    file = Path.of(tarball);
    run(environment, "tar", "-C", directory.toString(), "-xzf", tarball);
    try (Stream<Path> entries = Files.list(directory)) {
      home = entries.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  @Test
  void it_delivers_an_event_without_java_on_the_path_and_exits_with_0_on_sigterm()
      throws IOException {
    TimeToFirstEvent time = TimeToFirstEvent.of("tarball");
    Path fresh = Files.createDirectory(directory.resolve("fresh"));
    run(System.getenv(), "tar", "-C", fresh.toString(), "-xzf", file.toString());
    String posthorn = fresh.resolve(home.getFileName()).resolve("bin/posthorn").toString();
    try (ChildProcess server = PosthornJar.startAlone(settings(), posthorn, "serve", "--dev")) {
      Await.until("an address", () -> address(server).isPresent() || !server.isAlive());
      URI address = address(server).orElseThrow(() -> new AssertionError(server));
      ReadmeFirstEvent.Installed command =
          (environment, arguments) ->
              PosthornJar.startAlone(
                  environment,
                  Stream.concat(Stream.of(posthorn), arguments.stream()).toArray(String[]::new));

      new ReadmeFirstEvent(command, bare(), address, ServerProcess.ADMIN_KEY).deliver(time);
      server.terminate();
      assertThat(server.awaitExit()).as(server.toString()).isZero();
    }
  }

  @Test
  void it_prints_its_version_and_its_sample_settings_are_valid() {
    ChildProcess version = run(bare(), posthorn(), "--version");
    ChildProcess config =
        run(bare(), posthorn(), "config", "--config", home + "/conf/posthorn.yaml");

    assertThat(version.out().all()).containsExactly("Posthorn " + VERSION);
    assertThat(config.out().all()).anyMatch(line -> line.contains("/var/lib/posthorn"));
    assertThat(home.resolve("LICENSE")).exists();
  }

  @Test
  void it_is_small_and_has_the_native_libraries_of_one_platform() throws IOException {
    assertThat(Files.size(file)).isLessThan(MAX_BYTES);
    try (Stream<Path> libraries = Files.list(home.resolve("lib"))) {
      assertThat(libraries.map(library -> library.getFileName().toString()))
          .filteredOn(name -> name.startsWith("librocksdbjni"))
          .hasSize(1);
    }
    try (ZipFile jar = new ZipFile(home.resolve("lib/posthorn.jar").toFile())) {
      assertThat(jar.stream().map(ZipEntry::getName))
          .noneMatch(name -> name.contains("rocksdbjni-"));
    }
  }

  @Test
  void its_aot_cache_fits_its_jar_and_its_runtime() {
    Map<String, String> environment = new HashMap<>(bare());
    environment.put("POSTHORN_JAVA_OPTS", "-XX:AOTMode=on");

    assertThat(run(environment, posthorn(), "--version").out().all())
        .containsExactly("Posthorn " + VERSION);
  }

  @Test
  void it_can_be_called_by_a_symbolic_link() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("a link"), Path.of(posthorn()));

    assertThat(run(bare(), link.toString(), "--version").out().all())
        .containsExactly("Posthorn " + VERSION);
  }

  @Test
  void systemd_accepts_the_unit() throws IOException {
    InstalledTool.require(directory, "apt-get install systemd", "systemd-analyze", "--version");
    String unit = Files.readString(home.resolve("systemd/posthorn.service"));
    Path here = directory.resolve("posthorn.service");
    Files.writeString(here, unit.replace("/opt/posthorn", home.toString()));

    ChildProcess verified = run(System.getenv(), "systemd-analyze", "verify", here.toString());

    assertThat(verified.err().all()).noneMatch(line -> line.contains("posthorn.service"));
    assertThat(unit).contains("NoNewPrivileges=yes", "ProtectSystem=strict", "LimitNOFILE=");
  }

  private static String posthorn() {
    return home.resolve("bin/posthorn").toString();
  }

  private static Map<String, String> bare() {
    return Map.of("PATH", "/nonexistent", "JAVA_HOME", "/nonexistent");
  }

  private static Map<String, String> settings() {
    Map<String, String> environment = new HashMap<>(bare());
    environment.put("POSTHORN_DATA_DIR", directory.resolve("data").toString());
    environment.put("POSTHORN_DATA_MIN_FREE", "1KiB");
    environment.put("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_DELIVERY_TIMEOUT", "30s");
    environment.put("POSTHORN_API_ADMIN_KEY", ServerProcess.ADMIN_KEY);
    return environment;
  }

  private static Optional<URI> address(ChildProcess server) {
    return ServerProcess.addressOf(server);
  }

  private static ChildProcess run(Map<String, String> environment, String... command) {
    try (ChildProcess process = PosthornJar.startAlone(environment, command)) {
      assertThat(process.awaitExit(TO_MAKE)).as(List.of(command) + "\n" + process).isZero();
      return process;
    }
  }
}
