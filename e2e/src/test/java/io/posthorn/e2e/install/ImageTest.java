package io.posthorn.e2e.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.TimeToFirstEvent;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ChildProcess;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The images: their files run here as a container would run them, without a container engine. */
@Tag("release")
final class ImageTest {
  private static final long MAX_BYTES = 120_000_000;
  private static final String DATA = "/var/lib/posthorn";

  @TempDir static Path directory = Path.of("");

  private static Path file = Path.of("");
  private static OciImage image = OciImage.NONE;

  @BeforeAll
  static void readIt() throws IOException {
    InstalledTool.require(directory, "apt-get install dpkg-dev", "dpkg", "--print-architecture");
    String arch = Artefacts.run(directory, "dpkg", "--print-architecture").strip();
    file = Artefacts.file("posthorn-" + Artefacts.VERSION + "-image-" + arch + ".tar");
    image = OciImage.read(file, directory.resolve("layout"));
  }

  @Test
  void it_serves_and_delivers_as_another_user_on_a_read_only_root_and_its_health_check_passes()
      throws IOException {
    OtherMachine.require(directory);
    TimeToFirstEvent time = TimeToFirstEvent.of("image");
    OtherMachine machine = unpackAll(image, "machine");
    int opsPort = freePort();
    Map<String, String> environment = new HashMap<>(image.environment());
    environment.put("POSTHORN_HTTP_PORT", "0");
    environment.put("POSTHORN_OPS_PORT", Integer.toString(opsPort));
    environment.put("POSTHORN_SECURITY_ALLOWED_TARGETS", "127.0.0.0/8");
    environment.put("POSTHORN_API_ADMIN_KEY", ServerProcess.ADMIN_KEY);
    List<String> command =
        Stream.of(image.words("Entrypoint"), image.words("Cmd")).flatMap(List::stream).toList();

    try (ChildProcess server = machine.startReadOnly(image.user(), DATA, environment, command)) {
      machine.deliverFirstEvent(
          time, server, ServerProcess.ADMIN_KEY, image.user(), image.environment());

      assertThat(Files.readString(Path.of("/proc/" + server.pid() + "/status")))
          .containsPattern("Uid:\\s+10001\\s");
      assertThat(healthCheck(machine, opsPort)).isZero();
      server.terminate();
      assertThat(server.awaitExit()).as(server.toString()).isZero();
      assertThat(healthCheck(machine, opsPort)).isNotZero();
    }
  }

  @Test
  void a_settings_file_overrides_its_defaults_and_a_variable_overrides_both() throws IOException {
    OtherMachine.require(directory);
    OtherMachine machine = unpackAll(image, "with-settings");
    Files.writeString(
        machine.root().resolve("settings.yaml"), "log.format: text\nhttp.host: 127.0.0.1\n");
    Map<String, String> environment = new HashMap<>(image.environment());
    environment.put("POSTHORN_HTTP_HOST", "::1");

    try (ChildProcess config =
        machine.start(
            image.user(),
            environment,
            List.of("posthorn", "config", "--config", "/settings.yaml"))) {
      assertThat(config.awaitExit()).as(config.toString()).isZero();
      String defaults = "/opt/posthorn/conf/image.yaml";
      assertThat(String.join("\n", config.out().all()))
          .containsPattern("http\\.host +::1 +POSTHORN_HTTP_HOST")
          .containsPattern("log\\.format +text +/settings.yaml:1")
          .containsPattern("ops\\.port +8081 +" + defaults)
          .containsPattern("data\\.dir +" + DATA + " +" + defaults);
    }
  }

  @Test
  void its_aot_cache_fits_its_jar_and_its_runtime() throws IOException {
    OtherMachine.require(directory);
    OtherMachine machine = unpackAll(image, "for-aot");
    Map<String, String> environment = new HashMap<>(image.environment());
    environment.put("POSTHORN_JAVA_OPTS", "-XX:AOTMode=on");

    try (ChildProcess version =
        machine.start(image.user(), environment, List.of("posthorn", "--version"))) {
      assertThat(version.awaitExit()).as(version.toString()).isZero();
      assertThat(version.out().all()).containsExactly("Posthorn " + Artefacts.VERSION);
    }
  }

  @Test
  void it_is_small_and_not_run_by_root() throws IOException {
    assertThat(Files.size(file)).isLessThan(MAX_BYTES);
    assertThat(image.user()).isEqualTo("10001:10001");
    assertThat(image.config().at("/config/StopSignal").asText()).isEqualTo("SIGTERM");
  }

  @Test
  void the_same_files_give_the_same_bytes() throws IOException {
    Path base = directory.resolve("base");
    image.unpack(base, 1);
    Path tree = directory.resolve("tree");
    Files.createDirectories(tree);
    String tarball = "posthorn-" + Artefacts.VERSION + "-linux-";
    Path packed =
        Artefacts.all().stream()
            .filter(artefact -> artefact.getFileName().toString().startsWith(tarball))
            .findFirst()
            .orElseThrow();
    Artefacts.run(tree, "tar", "--strip-components=1", "-xzf", packed.toString());
    String created = image.config().get("created").asText();
    String epoch = Artefacts.run(directory, "date", "-u", "-d", created, "+%s").strip();

    Artefacts.run(
        directory,
        "env",
        "SOURCE_DATE_EPOCH=" + epoch,
        Artefacts.REPOSITORY + "/bin/image",
        tree.toString(),
        base.toString(),
        image.config().get("architecture").asText(),
        Artefacts.VERSION,
        directory.toString());

    assertThat(Files.mismatch(directory.resolve(file.getFileName()), file)).isEqualTo(-1);
  }

  @Test
  void the_packages_of_its_base_include_security_updates_and_are_the_same_each_time()
      throws IOException {
    String first = unpackPackages("packages");
    unpackPackages("packages again");

    assertThat(first).contains("trixie-security InRelease");
    Artefacts.run(directory, "diff", "-r", "--no-dereference", "packages", "packages again");
    Path unpacked = directory.resolve("image-base");
    image.unpack(unpacked, 1);
    String own = "var/lib/dpkg/status.d/libc6";
    assertThat(unpacked.resolve(own))
        .hasSameTextualContentAs(directory.resolve("packages").resolve(own));
  }

  private static String unpackPackages(String to) {
    return Artefacts.run(
        directory,
        Artefacts.REPOSITORY + "/bin/debian-packages",
        image.config().get("architecture").asText(),
        directory.resolve(to).toString(),
        "libc6",
        "zlib1g");
  }

  @Test
  void other_tools_can_read_it() {
    InstalledTool.require(directory, "apt-get install skopeo", "skopeo", "--version");

    String inspected = Artefacts.run(directory, "skopeo", "inspect", "oci-archive:" + file);
    String copied =
        Artefacts.run(
            directory,
            "skopeo",
            "--insecure-policy",
            "copy",
            "docker-archive:" + file,
            "dir:" + directory.resolve("copied"));

    assertThat(inspected).contains("\"Os\": \"linux\"", "POSTHORN_DEFAULTS=");
    assertThat(copied).contains("Writing manifest");
  }

  @Test
  void the_one_for_arm64_contains_programs_and_libraries_for_arm64() throws IOException {
    Path tar = Artefacts.file("posthorn-" + Artefacts.VERSION + "-image-arm64.tar");
    OciImage arm = OciImage.read(tar, directory.resolve("arm-layout"));
    Path root = unpackAll(arm, "arm").root();
    Path posthorn = root.resolve("opt/posthorn");

    assertThat(arm.config().get("architecture").asText()).isEqualTo("arm64");
    for (String program :
        List.of(
            "runtime/bin/java",
            "runtime/lib/server/libjvm.so",
            "lib/librocksdbjni-linux-aarch64.so")) {
      assertThat(Artefacts.run(posthorn, "readelf", "--file-header", program)).contains("AArch64");
      assertThat(missingLibraries(root, posthorn.resolve(program))).as(program).isEmpty();
    }
    assertThat(Files.size(posthorn.resolve("runtime/lib/security/cacerts"))).isGreaterThan(50_000);
    assertThat(Files.size(tar)).isLessThan(MAX_BYTES);
  }

  /** The shared libraries that a program needs and that are nowhere below a root. */
  private static List<String> missingLibraries(Path root, Path program) throws IOException {
    List<String> present;
    try (Stream<Path> files = Files.walk(root)) {
      present = files.map(found -> found.getFileName().toString()).toList();
    }
    return Artefacts.run(root, "readelf", "--dynamic", program.toString())
        .lines()
        .filter(line -> line.contains("(NEEDED)"))
        .map(line -> line.replaceFirst(".*\\[(.*)]", "$1"))
        .filter(library -> !present.contains(library))
        .toList();
  }

  private static int healthCheck(OtherMachine machine, int opsPort) {
    List<String> test = image.words("Healthcheck/Test");
    assertThat(test).startsWith("CMD");
    List<String> command =
        test.stream().skip(1).map(word -> word.replace(":8081/", ":" + opsPort + "/")).toList();
    try (ChildProcess check = machine.start(image.user(), image.environment(), command)) {
      return check.awaitExit(Await.TIMEOUT);
    }
  }

  private static OtherMachine unpackAll(OciImage image, String name) throws IOException {
    return image.unpack(directory.resolve(name), image.layers().size());
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
