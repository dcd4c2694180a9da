package io.posthorn.e2e.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.environment.InstalledTool;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clients that widely used generators make from the document of a running server. Without the
 * tools, a test is skipped and says so.
 */
@Tag("thorough")
final class GeneratedClientsTest {
  private static final Path SOURCES = Path.of("src/test/openapi");
  private static final String JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private static final String DOCUMENT = "openapi.yaml";

  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  @TempDir Path directory = Path.of("");

  @BeforeEach
  void fetchTheDocument() throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(SERVER.process().address().resolve("/api/v1/" + DOCUMENT)).build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      client.send(request, BodyHandlers.ofFile(directory.resolve(DOCUMENT)));
    }
  }

  @Test
  void redocly_finds_no_error_and_a_typescript_client_compiles_and_works() throws IOException {
    InstalledTool.require(directory, "apt-get install nodejs npm", "npm", "--version");
    copy("typescript");
    run("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");

    run("npx", "redocly", "lint", DOCUMENT);
    run("npx", "openapi-typescript", DOCUMENT, "-o", "schema.d.ts");
    run("npx", "tsc", "--strict", "--target", "es2022", "--module", "nodenext", "client.ts");
    String output = runClient("node", "client.js");

    assertThat(output.lines())
        .containsSequence(
            "accepted [ 'typescript-1' ]",
            "message typescript-1 TASK",
            "missing 404 No subscription sub_missing for this customer.");
  }

  @Test
  void a_client_of_openapi_python_client_works() throws IOException {
    InstalledTool.require(
        directory, "apt-get install python3-venv", "python3", "-m", "venv", "venv");
    copy("python");
    String python = directory.resolve("venv/bin/python").toString();
    run(
        python,
        "-m",
        "pip",
        "install",
        "--quiet",
        "--require-virtualenv",
        "-r",
        "requirements.txt");

    String generated =
        run(
            directory.resolve("venv/bin/openapi-python-client").toString(),
            "generate",
            "--path",
            DOCUMENT,
            "--meta=none",
            "--output-path=posthorn_client");
    String output = runClient(python, "client.py");

    // Media types that it does not know: NDJSON, the document itself, and the archive of a backup.
    assertThat(generated.lines().filter(line -> line.startsWith("WARNING")))
        .allMatch(
            line ->
                line.matches(
                    ".*(POST /api/v1/events|GET /api/v1/openapi.yaml"
                        + "|GET /api/v1/backups/\\{id}/content) .*"));
    assertThat(output.lines())
        .containsExactly(
            "accepted ['python-1']",
            "message python-1 TASK",
            "missing 404 No subscription sub_missing for this customer.");
  }

  @Test
  void a_java_client_of_openapi_generator_compiles() throws IOException {
    generate("java");

    InstalledTool.require(directory, "apt-get install maven", "mvn", "--version");
    run("mvn", "-q", "-B", "-f", "generated/pom.xml", "compile");
    assertThat(directory.resolve("generated/target/classes/org/openapitools/client/api"))
        .isNotEmptyDirectory();
  }

  @Test
  void a_go_client_of_openapi_generator_compiles() throws IOException {
    generate("go");

    InstalledTool.require(directory, "apt-get install golang-go", "go", "version");
    run(directory.resolve("generated"), "go", "build", "./...");
  }

  @Test
  void a_python_client_of_openapi_generator_compiles() throws IOException {
    generate("python");

    InstalledTool.require(directory, "apt-get install python3", "python3", "--version");
    run("python3", "-m", "compileall", "-q", "generated");
  }

  private void generate(String language) throws IOException {
    Path generator;
    try (Stream<Path> tools = Files.list(Path.of("target/tools"))) {
      generator = tools.findFirst().orElseThrow().toAbsolutePath();
    }

    String output =
        run(
            JAVA,
            "-XX:TieredStopAtLevel=1",
            "-jar",
            generator.toString(),
            "generate",
            "-i",
            DOCUMENT,
            "-g",
            language,
            "-o",
            "generated");

    assertThat(output).doesNotContain("Exception in thread", " ERROR ");
  }

  private void copy(String language) throws IOException {
    try (Stream<Path> files = Files.list(SOURCES.resolve(language))) {
      for (Path file : files.toList()) {
        Files.copy(file, directory.resolve(file.getFileName()));
      }
    }
  }

  /** Runs a client with the address of the server, a key, and the URL of a receiver. */
  private String runClient(String... command) {
    return run(
        Stream.concat(
                Stream.of(command),
                Stream.of(
                    SERVER.process().address().toString(),
                    ServerProcess.ADMIN_KEY,
                    "http://127.0.0.1:9/" + command[1]))
            .toArray(String[]::new));
  }

  private String run(String... command) {
    return run(directory, command);
  }

  private static String run(Path where, String... command) {
    InstalledTool.Result result = InstalledTool.run(where, "", command);
    assertThat(result.code()).as("%s: %s", String.join(" ", command), result.output()).isZero();
    return result.output();
  }
}
