package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are never shown: not in listings, errors or {@code toString}. */
final class SettingsSecretsTest {
  private static final Map<String, String> ENVIRONMENT =
      Map.of(
          "POSTHORN_API_ADMIN_KEY", SettingsSamples.ADMIN_KEY,
          "POSTHORN_OPERATIONAL_EVENTS_URL", "https://ops.example.com/",
          "POSTHORN_OPERATIONAL_EVENTS_SECRET", SettingsSamples.SIGNING_SECRET,
          "POSTHORN_SECURITY_ENCRYPTION_KEY", SettingsSamples.ENCRYPTION_KEY);

  @TempDir private Path directory = Path.of("");

  @Test
  void secrets_are_the_keys_and_nothing_else() {
    assertThat(Catalog.ALL.stream().filter(Setting::isSecret).map(Setting::key))
        .containsExactly(
            "api.admin-key",
            "delivery.proxy-credentials",
            "security.encryption-key",
            "operational-events.secret");
  }

  @Test
  void a_secret_can_be_read_explicitly() {
    Settings settings = Configuration.load(null, ENVIRONMENT).settings();

    assertThat(settings.api().adminKey()).isEqualTo(new Secret(SettingsSamples.ADMIN_KEY));
    assertThat(settings.operationalEvents().secret())
        .extracting(Secret::clear)
        .isEqualTo(SettingsSamples.SIGNING_SECRET);
  }

  @Test
  void no_listing_and_no_text_of_an_object_shows_a_secret() {
    Configuration loaded = Configuration.load(null, ENVIRONMENT);

    assertThat(loaded.toText() + loaded.toYaml() + loaded.settings())
        .contains("****")
        .doesNotContain(
            SettingsSamples.ADMIN_KEY,
            SettingsSamples.SIGNING_SECRET,
            SettingsSamples.ENCRYPTION_KEY);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          api.admin-key | POSTHORN_API_ADMIN_KEY | hunter2hunter2h | 16 to 255 printable ASCII characters without spaces
          api.admin-key | POSTHORN_API_ADMIN_KEY | hunter2 hunter2 hunter2 | 16 to 255 printable ASCII characters without spaces
          security.encryption-key | POSTHORN_SECURITY_ENCRYPTION_KEY | hunter2hunter2hunter2 | the Base64 of 32 bytes, as "openssl rand -base64 32" prints it
          security.encryption-key | POSTHORN_SECURITY_ENCRYPTION_KEY | aHVudGVyMg== | the Base64 of 32 bytes, as "openssl rand -base64 32" prints it
          operational-events.secret | POSTHORN_OPERATIONAL_EVENTS_SECRET | MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw | whsec_ followed by the Base64 of 24 to 64 bytes
          operational-events.secret | POSTHORN_OPERATIONAL_EVENTS_SECRET | whsec_aHVudGVyMg== | whsec_ followed by the Base64 of 24 to 64 bytes
          """)
  void a_bad_secret_is_not_quoted(String key, String variable, String value, String expected) {
    assertThat(errorOf(null, Map.of(variable, value)))
        .isEqualTo(key + " (" + variable + "): the value is not " + expected + ".");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "api.admin-key: *hunter2hunter2hunter2",
        "api.admin-key: !hunter2!hunter2 x",
        "api.admin-key: hunter2: hunter2",
        "api.admin-key: [hunter2hunter2",
        "api.admin-key: [hunter2hunter2hunter2]",
        "api.admin-key: {hunter2hunter2hunter2: 1}",
        "api.adminkey: hunter2hunter2hunter2",
        "api.admin-key: \"hunter2\\q\"",
        "operational-events.url: ftp://hooks.example.com/hunter2",
        "hunter2: &a b\nhunter2hunter2"
      })
  void a_file_that_cannot_be_read_is_not_quoted(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("posthorn.yaml"), yaml);

    assertThat(errorOf(file, Map.of())).contains("posthorn.yaml:").doesNotContain("hunter2");
  }

  @Test
  void a_misspelt_variable_does_not_show_its_value() {
    assertThat(errorOf(null, Map.of("POSTHORN_API_ADMINKEY", "hunter2")))
        .contains("did you mean POSTHORN_API_ADMIN_KEY?")
        .doesNotContain("hunter2");
  }

  private static String errorOf(@Nullable Path file, Map<String, String> environment) {
    return String.valueOf(
        catchThrowableOfType(SettingsException.class, () -> Configuration.load(file, environment))
            .getMessage());
  }
}
