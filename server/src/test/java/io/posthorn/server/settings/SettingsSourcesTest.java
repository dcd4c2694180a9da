package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.sender.guard.AllowedTarget;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The sources of settings: the defaults of an image, the file, nested or dotted, and the
 * environment. Each takes precedence over those before it.
 */
final class SettingsSourcesTest {
  @TempDir private Path directory = Path.of("");

  static Stream<Setting<?>> settings() {
    return Stream.concat(Catalog.ALL.stream(), KafkaClientSettings.ALL.stream());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void every_key_can_be_dotted_in_the_file(Setting<?> setting) throws IOException {
    Configuration loaded = fromFile(dotted(SettingsSamples.withNeeds(setting)));

    assertThat(row(loaded, setting))
        .isEqualTo(shown(setting) + " " + directory.resolve("posthorn.yaml") + ":1");
    assertIsNoDefault(setting, loaded);
  }

  @ParameterizedTest
  @MethodSource("settings")
  void every_key_can_be_nested_in_the_file(Setting<?> setting) throws IOException {
    Map<String, String> given = SettingsSamples.withNeeds(setting);

    Configuration loaded = fromFile(nested(given));

    assertThat(loaded.settings()).isEqualTo(fromFile(dotted(given)).settings());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void every_key_is_an_environment_variable_too(Setting<?> setting) throws IOException {
    Map<String, String> given = SettingsSamples.withNeeds(setting);

    Configuration loaded = Configuration.load(null, variables(given));

    assertThat(row(loaded, setting)).isEqualTo(shown(setting) + " " + setting.variable());
    assertThat(loaded.settings()).isEqualTo(fromFile(dotted(given)).settings());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void the_environment_overrides_the_file(Setting<?> setting) throws IOException {
    Map<String, String> given = SettingsSamples.withNeeds(setting);
    Path file = write(setting.key() + ": 'not a value at all'\n");

    Configuration loaded = Configuration.load(file, variables(given));

    assertThat(loaded.settings()).isEqualTo(Configuration.load(null, variables(given)).settings());
  }

  @ParameterizedTest
  @MethodSource("settings")
  void the_file_overrides_the_defaults_of_an_image(Setting<?> setting) throws IOException {
    Path defaults = directory.resolve("defaults.yaml");
    Files.writeString(defaults, setting.key() + ": 'not a value at all'\n");
    Path file = write(dotted(SettingsSamples.withNeeds(setting)));

    Configuration loaded =
        Configuration.load(file, Map.of("POSTHORN_DEFAULTS", defaults.toString()));

    assertThat(loaded.settings()).isEqualTo(Configuration.load(file, Map.of()).settings());
  }

  @Test
  void the_defaults_of_an_image_override_those_of_posthorn_and_are_listed_with_their_line()
      throws IOException {
    Path defaults = directory.resolve("defaults.yaml");
    Files.writeString(defaults, "retry.limit: 3\n");

    Configuration loaded =
        Configuration.load(null, Map.of("POSTHORN_DEFAULTS", defaults.toString()));

    assertThat(loaded.settings().retry().limit()).isEqualTo(3);
    assertThat(loaded.toText()).containsPattern("retry\\.limit +3 +" + defaults + ":1\n");
  }

  @Test
  void a_variable_is_the_key_in_upper_case_with_dots_and_dashes_as_underscores() {
    assertThat(Catalog.variables())
        .contains("POSTHORN_RETRY_UNIT", "POSTHORN_CIRCUIT_FREEZE_CONSECUTIVE_ANY_TIME");
  }

  @Test
  void nested_and_dotted_keys_can_be_mixed() throws IOException {
    Settings settings =
        fromFile(
                "retry: {unit: 50ms}\nretry.limit: 3\nhttp:\n  tls.key: k\n  tls: {certificate: c}")
            .settings();

    assertThat(settings.retry())
        .isEqualTo(new RetrySettings(Duration.ofMillis(50), 3, 0, Duration.ofDays(7)));
    assertThat(settings.http().tls()).isEqualTo(new CertificateFiles(Path.of("c"), Path.of("k")));
  }

  @Test
  void a_list_is_a_yaml_list_or_has_commas() throws IOException {
    List<AllowedTarget> targets =
        fromFile("security.allowed-targets: [10.0.0.0/8, 'acme=::1']")
            .settings()
            .security()
            .allowedTargets();

    assertThat(targets).extracting(String::valueOf).containsExactly("10.0.0.0/8", "acme=::1/128");
    assertThat(
            Configuration.load(
                    null, Map.of("POSTHORN_SECURITY_ALLOWED_TARGETS", "10.0.0.0/8,acme=::1"))
                .settings()
                .security()
                .allowedTargets())
        .isEqualTo(targets);
  }

  @Test
  void a_file_of_comments_and_empty_groups_sets_nothing() throws IOException {
    assertThat(fromFile("# nothing yet\n").settings()).isEqualTo(Settings.defaults());
    assertThat(fromFile("retry:\nhttp: {}\nsecurity.allowed-targets: []\n").settings())
        .isEqualTo(Settings.defaults());
  }

  @Test
  void variables_of_the_command_line_and_of_other_programs_are_ignored() {
    Map<String, String> environment =
        Map.of(
            "POSTHORN_URL", "http://localhost:8080",
            "POSTHORN_KEY", "a key",
            "POSTHORN_CUSTOMER", "acme",
            "POSTHORN_JAVA_OPTS", "-Xmx1g",
            "PATH", "/bin",
            "posthorn_retry_unit", "1s");

    assertThat(Configuration.load(null, environment).settings()).isEqualTo(Settings.defaults());
  }

  @Test
  void variables_that_kubernetes_sets_for_a_service_named_posthorn_are_ignored() {
    Map<String, String> environment =
        Map.of(
            "POSTHORN_SERVICE_HOST", "10.0.0.1",
            "POSTHORN_SERVICE_PORT", "8080",
            "POSTHORN_SERVICE_PORT_HTTP", "8080",
            "POSTHORN_PORT", "tcp://10.0.0.1:8080",
            "POSTHORN_PORT_8080_TCP", "tcp://10.0.0.1:8080",
            "POSTHORN_PORT_8080_TCP_ADDR", "10.0.0.1",
            "POSTHORN_API_SERVICE_HOST", "10.0.0.1");

    assertThat(Configuration.load(null, environment).settings()).isEqualTo(Settings.defaults());
  }

  private static void assertIsNoDefault(Setting<?> setting, Configuration loaded) {
    assertThat(loaded.settings()).as(setting.key()).isNotEqualTo(Settings.defaults());
  }

  private static String shown(Setting<?> setting) {
    return setting.isSecret() ? "****" : SettingsSamples.of(setting);
  }

  /** The line of a setting without its key and without alignment. */
  private static String row(Configuration loaded, Setting<?> setting) {
    return loaded
        .toText()
        .lines()
        .filter(line -> line.startsWith(setting.key() + " "))
        .map(line -> line.substring(setting.key().length()).strip().replaceAll("  +", " "))
        .collect(Collectors.joining());
  }

  private static Map<String, String> variables(Map<String, String> byKey) {
    return byKey.entrySet().stream()
        .collect(
            Collectors.toMap(
                entry -> Objects.requireNonNull(Catalog.byKey(entry.getKey())).variable(),
                Map.Entry::getValue));
  }

  private static String dotted(Map<String, String> byKey) {
    return byKey.entrySet().stream()
        .map(entry -> entry.getKey() + ": '" + entry.getValue() + "'\n")
        .collect(Collectors.joining());
  }

  /** Each dot of each key as its own level. */
  private static String nested(Map<String, String> byKey) {
    Map<String, Object> root = new LinkedHashMap<>();
    byKey.forEach((key, value) -> put(root, List.of(key.split("\\.", -1)), value));
    return flow(root);
  }

  @SuppressWarnings("unchecked")
  private static void put(Map<String, Object> group, List<String> path, String value) {
    if (path.size() == 1) {
      group.put(path.getFirst(), value);
    } else {
      Object inner = group.computeIfAbsent(path.getFirst(), name -> new LinkedHashMap<>());
      put((Map<String, Object>) inner, path.subList(1, path.size()), value);
    }
  }

  private static String flow(@Nullable Object node) {
    return node instanceof Map<?, ?> group
        ? group.entrySet().stream()
            .map(entry -> entry.getKey() + ": " + flow(entry.getValue()))
            .collect(Collectors.joining(", ", "{", "}"))
        : "'" + node + "'";
  }

  private Configuration fromFile(String yaml) throws IOException {
    return Configuration.load(write(yaml), Map.of());
  }

  private Path write(String yaml) throws IOException {
    return Files.writeString(directory.resolve("posthorn.yaml"), yaml);
  }
}
