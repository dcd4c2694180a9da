package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Invalid settings that prevent a start, each with its one-line error. */
final class SettingsErrorsTest {
  @TempDir private Path directory = Path.of("");

  /** Errors in a file; F is its path. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          retry.unti: 5s         | retry.unti (F:1): unknown setting; did you mean retry.unit?
          retry: {unti: 5s}      | retry.unti (F:1): unknown setting; did you mean retry.unit?
          rety: {unit: 5s}       | rety (F:1): unknown setting; did you mean retry?
          httpPort: 1            | httpPort (F:1): unknown setting; did you mean http.port?
          colour: red            | colour (F:1): unknown setting; "posthorn config" lists all of them.
          retry.unit.x: 5s       | retry.unit.x (F:1): unknown setting; did you mean retry.unit?
          retry: 5               | retry (F:1): this is a group; write its settings below it, indented.
          retry.limit: [1]       | retry.limit (F:1): it takes one value, a whole number from 1 to 40 (each retry waits twice as long).
          retry.limit: {a: 1}    | retry.limit (F:1): it takes one value, a whole number from 1 to 40 (each retry waits twice as long).
          retry.limit:           | retry.limit (F:1): it has no value; write one, or remove the line for the default.
          operational-events.url: null         | operational-events.url (F:1): it has no value; write one, or remove the line for the default.
          security.allowed-targets: [[1]] | security.allowed-targets (F:1): it takes a list of plain values.
          [1]: 2                 | F:1: a key must be plain text, such as http.port.
          - http.port            | F: the file must contain keys with values, such as "http.port: 8080".
          just words             | F: the file must contain keys with values, such as "http.port: 8080".
          kafka.acks: all        | kafka.acks (F:1): the engine sets it itself; remove it.
          kafka: {group.id: x}   | kafka.group.id (F:1): the engine sets it itself; remove it.
          kafka: {state.dir: x}  | kafka.state.dir (F:1): use data.dir instead.
          kafka.sasl.mechansim: PLAIN | kafka.sasl.mechansim (F:1): unknown setting; did you mean kafka.sasl.mechanism?
          kafka: {bootstrap-servers: k:9092} | kafka.bootstrap-servers (F:1): it only applies to engine: kafka; set that too, or remove it.
          kafka: {sasl: {mechanism: PLAIN}} | kafka.sasl.mechanism (F:1): it only applies to engine: kafka; set that too, or remove it.
          engine: kafka          | engine (F:1): kafka needs kafka.bootstrap-servers, such as kafka-1:9092.
          """)
  void an_invalid_key_is_named_with_its_line(String yaml, String line) throws IOException {
    assertThat(errorOf(yaml)).isEqualTo(line);
  }

  @Test
  void a_duplicate_key_is_named_with_both_lines() throws IOException {
    assertThat(errorOf("http.port: 1\nretry.unit: 5s\nhttp.port: 1\n"))
        .isEqualTo("http.port (F:3): it is already set on line 1; keep one of the two.");
    assertThat(errorOf("retry:\n  unit: 5s\nretry.unit: 5s\n"))
        .isEqualTo("retry.unit (F:3): it is already set on line 2; keep one of the two.");
    assertThat(errorOf("retry:\n  unit: 5s\nretry:\n  limit: 5\n"))
        .isEqualTo("retry (F:3): it is already set on line 1; keep one of the two.");
  }

  @Test
  void a_circular_alias_is_an_unknown_key() throws IOException {
    assertThat(errorOf("retry: &a\n  again: *a\n"))
        .startsWith("retry.again (F:2): unknown setting; ");
  }

  @Test
  void a_file_that_is_not_yaml_is_named_with_the_line() throws IOException {
    assertThat(errorOf("http.port: 1\nretry.unit: a: b\n"))
        .isEqualTo(
            "F:2: this is not YAML (mapping values are not allowed here); check colons and"
                + " indentation, and put values that begin with a special character into quotes.");
    assertThat(errorOf("http.port: 1\n---\nhttp.port: 2\n"))
        .startsWith("F:2: this is not YAML; check");
    assertThat(errorOf("http.port: \u0007"))
        .isEqualTo("F: the file is not YAML; it has characters that YAML does not allow.");
    assertThat(errorOf("# " + "x".repeat(256 << 10)))
        .isEqualTo(
            "F: the file is larger than 256KiB, too large for settings; give --config the right"
                + " file.");
  }

  @Test
  void a_file_that_is_empty_missing_or_unreadable_is_named() throws IOException {
    assertThat(errorOf(" \n"))
        .isEqualTo("F: the file is empty; write settings into it, or omit --config.");
    assertThat(errorOf(directory.resolve("none.yaml"), Map.of()))
        .isEqualTo(
            directory.resolve("none.yaml")
                + ": the file does not exist; give --config the path of a YAML file.");
    assertThat(errorOf(directory, Map.of()))
        .isEqualTo(directory + ": this is a directory; give --config the path of a YAML file.");
    Path latin = directory.resolve("latin.yaml");
    Files.write(latin, "data.dir: caf\u00e9".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(errorOf(latin, Map.of()))
        .isEqualTo(latin + ": the file is not UTF-8 text; save it as UTF-8.");
  }

  @Test
  void a_path_through_a_file_cannot_be_read() throws IOException {
    Path file = Files.writeString(directory.resolve("plain"), "x");

    assertThat(errorOf(file.resolve("posthorn.yaml"), Map.of()))
        .isEqualTo(
            file.resolve("posthorn.yaml")
                + ": the file cannot be read; give the user that runs Posthorn read permission.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          POSTHORN_RETRY_UNTI  | 5s  | POSTHORN_RETRY_UNTI: unknown setting; did you mean POSTHORN_RETRY_UNIT?
          POSTHORN_COLOUR_OF_IT | red | POSTHORN_COLOUR_OF_IT: unknown setting; "posthorn config" lists all of them.
          POSTHORN_PORT        | 80  | POSTHORN_PORT: unknown setting; did you mean POSTHORN_OPS_PORT?
          POSTHORN_RETRY_LIMIT | 0   | retry.limit (POSTHORN_RETRY_LIMIT): "0" is not a whole number from 1 to 40 (each retry waits twice as long).
          POSTHORN_RETRY_LIMIT | ``  | retry.limit (POSTHORN_RETRY_LIMIT): the variable is empty; give it a value, or unset it.
          POSTHORN_KAFKA_ACKS  | all | POSTHORN_KAFKA_ACKS: the engine sets it itself; remove it.
          """)
  void an_invalid_variable_is_named(String variable, String value, String line) {
    assertThat(errorOf(null, Map.of(variable, value))).isEqualTo(line);
  }

  @Test
  void the_error_is_one_line_for_any_value() throws IOException {
    assertThat(errorOf("http.port: \"1\\n2\"\n"))
        .isEqualTo(
            "http.port (F:1): \"1?2\" is not a whole number from 0 to 65535"
                + " (0 takes any free port).");
    assertThat(errorOf("http.port: " + "9".repeat(5_000))).hasSizeLessThan(200);
    assertThat(errorOf("\"ht\\ntp\": 1")).startsWith("ht?tp (F:1): ");
  }

  private String errorOf(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("posthorn.yaml"), yaml);
    return errorOf(file, Map.of()).replace(file.toString(), "F");
  }

  private static String errorOf(@Nullable Path file, Map<String, String> environment) {
    return String.valueOf(
        catchThrowableOfType(SettingsException.class, () -> Configuration.load(file, environment))
            .getMessage());
  }
}
