package io.posthorn.server.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The printed settings, and the effect of {@code --dev}. */
final class SettingsListingTest {
  @TempDir private Path directory = Path.of("");

  @Test
  void the_text_has_key_value_and_source_in_columns() {
    List<String> lines =
        Configuration.load(null, Map.of("POSTHORN_RETRY_UNIT", "50ms")).toText().lines().toList();

    assertThat(lines)
        .hasSize(Catalog.ALL.size())
        .startsWith(
            "engine                               embedded                             default",
            "data.dir                             ./data                               default")
        .contains(
            "http.tls.certificate                 none                                 default",
            "retry.unit                           50ms                                "
                + " POSTHORN_RETRY_UNIT",
            "api.admin-key                        created at first start               default");
  }

  @Test
  void the_file_has_the_set_values_and_the_rest_as_comments() {
    Configuration loaded =
        Configuration.load(
            null,
            Map.of(
                "POSTHORN_RETRY_UNIT", "50ms",
                "POSTHORN_API_ADMIN_KEY", SettingsSamples.ADMIN_KEY,
                "POSTHORN_SECURITY_ALLOWED_TARGETS", "10.0.0.0/8,acme=::1"));

    assertThat(loaded.toYaml())
        .startsWith(
            """
            # The settings of Posthorn. Lines that are commented out show defaults.

            # The engine that stores messages: embedded for one machine, kafka for a cluster.
            #engine: embedded

            # The directory of the store; created if it does not exist.
            #data.dir: ./data
            """)
        .contains(
            """

            # Retry n is due (2^n - 1) times this after a message was accepted.
            retry.unit: 50ms
            # The number of retries after the first attempt.
            #retry.limit: 11
            """,
            "\n#api.admin-key: # secret; set by POSTHORN_API_ADMIN_KEY\n",
            "\n#http.tls.key: # none\n",
            "\nsecurity.allowed-targets: [10.0.0.0/8, 'acme=::1']\n");
  }

  @Test
  void the_file_can_be_used_as_it_is() throws IOException {
    Configuration loaded =
        Configuration.load(
            null,
            Map.of(
                "POSTHORN_DATA_DIR", "it's: #1 *",
                "POSTHORN_HTTP_HOST", "::1",
                "POSTHORN_SECURITY_ALLOWED_TARGETS", "10.0.0.0/8,acme=::1",
                "POSTHORN_DELIVERY_TRUSTED_CA", "null"));

    assertThat(reread(loaded.toYaml())).isEqualTo(loaded.settings());
    assertThat(reread(Configuration.load(null, Map.of()).toYaml())).isEqualTo(Settings.defaults());
  }

  @Test
  void every_default_in_the_file_can_be_uncommented() throws IOException {
    String yaml =
        Configuration.load(null, Map.of())
            .toYaml()
            .replaceAll("(?m)^#([a-z][a-z.-]*: [^#\n]+)$", "$1");

    assertThat(yaml).contains("\nretry.unit: 84800ms\n", "\nretention.max-bytes: 80%\n");
    assertThat(reread(yaml)).isEqualTo(Settings.defaults());
  }

  @Test
  void dev_allows_http_and_loopback_targets() {
    Settings settings = Settings.defaults().forDevelopment();

    assertThat(settings.security().httpsOnly()).isFalse();
    assertThat(settings.security().allowedTargets())
        .extracting(String::valueOf)
        .containsExactly("127.0.0.0/8", "::1/128");
    assertThat(settings.forDevelopment()).isEqualTo(settings);
    assertThat(settings.http()).isEqualTo(Settings.defaults().http());
  }

  @Test
  void dev_keeps_the_targets_that_are_set_and_is_shown_as_the_source() {
    Configuration development =
        Configuration.load(null, Map.of("POSTHORN_SECURITY_ALLOWED_TARGETS", "10.0.0.0/8"))
            .forDevelopment();

    assertThat(development.toText().lines().map(line -> line.replaceAll("  +", " ")))
        .contains(
            "security.https-only false --dev",
            "security.allowed-targets 10.0.0.0/8, 127.0.0.0/8, ::1/128 --dev",
            "http.host 127.0.0.1 default");
  }

  @Test
  void dev_refuses_a_host_that_is_not_loopback() {
    Configuration open =
        Configuration.load(
            null, Map.of("POSTHORN_HTTP_HOST", "0.0.0.0", "POSTHORN_HTTP_BEHIND_PROXY", "true"));

    assertThatThrownBy(open::forDevelopment)
        .isInstanceOf(SettingsException.class)
        .hasMessage(
            "http.host (POSTHORN_HTTP_HOST): \"0.0.0.0\" is open to other machines, for which"
                + " --dev is not safe; use 127.0.0.1, ::1 or localhost, or omit --dev.");
    assertThatThrownBy(open.settings()::forDevelopment).isInstanceOf(SettingsException.class);
  }

  @Test
  void dev_refuses_such_a_host_before_the_tls_check() {
    assertThatThrownBy(
            () -> Configuration.loadForDevelopment(null, Map.of("POSTHORN_HTTP_HOST", "0.0.0.0")))
        .isInstanceOf(SettingsException.class)
        .hasMessageContaining("for which --dev is not safe");
    assertThat(Configuration.loadForDevelopment(null, Map.of()).isDevelopment()).isTrue();
  }

  @Test
  void the_listing_has_sources_and_masks_secrets() {
    Configuration loaded =
        Configuration.load(null, Map.of("POSTHORN_API_ADMIN_KEY", SettingsSamples.ADMIN_KEY));

    assertThat(loaded.listing()).hasSize(Catalog.ALL.size());
    assertThat(loaded.listing())
        .filteredOn(setting -> setting.key().equals("api.admin-key"))
        .singleElement()
        .satisfies(
            setting -> {
              assertThat(setting.isSet()).isTrue();
              assertThat(setting.source()).isEqualTo("POSTHORN_API_ADMIN_KEY");
              assertThat(setting.value()).doesNotContain(SettingsSamples.ADMIN_KEY);
            });
    assertThat(loaded.isDevelopment()).isFalse();
    assertThat(loaded.forDevelopment().isDevelopment()).isTrue();
  }

  private Settings reread(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("posthorn.yaml"), yaml);
    return Configuration.load(file, Map.of()).settings();
  }
}
