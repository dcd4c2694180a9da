package io.posthorn.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command {@code posthorn config}. */
final class ConfigTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory = Path.of("");

  @Test
  void it_prints_all_settings_with_their_sources() throws IOException {
    Path file = Files.writeString(directory.resolve("posthorn.yaml"), "retry:\n  unit: 50ms\n");

    int status = run(Map.of("POSTHORN_HTTP_PORT", "9090"), "--config", file.toString());

    assertThat(status).isZero();
    assertThat(out.toString().lines().map(line -> line.replaceAll("  +", " ")))
        .contains(
            "engine embedded default",
            "http.port 9090 POSTHORN_HTTP_PORT",
            "retry.unit 50ms " + file + ":2");
  }

  @Test
  void it_prints_a_commented_file() {
    int status = run(Map.of(), "--format", "yaml");

    assertThat(status).isZero();
    assertThat(out.toString())
        .startsWith("# The settings of Posthorn.")
        .contains("#http.port: 8080");
  }

  @Test
  void scripts_get_the_settings_as_a_list() {
    assertThat(run(Map.of("POSTHORN_HTTP_PORT", "9090"), "-o", "json", "--no-color")).isZero();

    assertThat(out.toString())
        .startsWith("{\"data\":[{\"key\":")
        .contains(
            "{\"key\":\"http.port\",\"value\":\"9090\",\"isSet\":true,"
                + "\"source\":\"POSTHORN_HTTP_PORT\",");
  }

  @Test
  void it_shows_what_dev_changes() {
    assertThat(run(Map.of(), "--dev")).isZero();
    assertThat(out.toString()).containsPattern("security.https-only +false +--dev");
  }

  @Test
  void an_invalid_setting_prints_one_line_and_exits_with_1() {
    int status = run(Map.of("POSTHORN_HTTP_PORT", "http"));

    assertThat(status).isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString())
        .isEqualToIgnoringNewLines(
            "http.port (POSTHORN_HTTP_PORT): \"http\" is not a whole number from 0 to 65535"
                + " (0 takes any free port).");
  }

  @Test
  void it_is_a_command_of_posthorn() {
    assertThat(new CommandLine(new Posthorn()).getSubcommands()).containsKey("config");
  }

  private int run(Map<String, String> environment, String... arguments) {
    return new CommandLine(new ConfigCommand(environment))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
