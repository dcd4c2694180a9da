package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings together with the source of each. */
public final class Configuration {
  private static final String DEVELOPMENT_SOURCE = "--dev";

  private final Settings settings;
  private final List<ListedSetting> listing;

  private Configuration(Settings settings, List<ListedSetting> listing) {
    this.settings = settings;
    this.listing = listing;
  }

  /**
   * Loads the settings from file and environment. An environment variable takes precedence over the
   * file, and the file over the defaults of an image, which {@code POSTHORN_DEFAULTS} names.
   *
   * @param file null for none
   * @throws SettingsException at the first error
   */
  public static Configuration load(@Nullable Path file, Map<String, String> environment) {
    return of(new Values(found(file, environment)));
  }

  /**
   * Loads the settings for {@code --dev}.
   *
   * @param file null for none
   * @throws SettingsException at the first error; a host that other machines can reach is reported
   *     first
   */
  public static Configuration loadForDevelopment(
      @Nullable Path file, Map<String, String> environment) {
    Values values = new Values(found(file, environment));
    HttpSettings.requireLoopback(values);
    return of(values).forDevelopment();
  }

  private static Configuration of(Values values) {
    return new Configuration(Settings.of(values), values.listing());
  }

  private static Map<String, Values.Found> found(
      @Nullable Path file, Map<String, String> environment) {
    Map<String, Values.Found> found = new HashMap<>();
    String defaults = environment.get(EnvironmentVariables.DEFAULTS);
    if (defaults != null) {
      found.putAll(SettingsFile.read(Path.of(defaults)));
    }
    if (file != null) {
      found.putAll(SettingsFile.read(file));
    }
    found.putAll(EnvironmentVariables.read(environment));
    return found;
  }

  /**
   * Returns the configuration for {@code --dev}; see {@link Settings#forDevelopment}.
   *
   * @throws SettingsException if other machines could reach the server
   */
  public Configuration forDevelopment() {
    listing.stream()
        .filter(listed -> listed.isOf(HttpSettings.HOST))
        .forEach(listed -> settings.http().requireLoopback(listed.source()));
    Settings changed = settings.forDevelopment();
    return new Configuration(
        changed,
        listing.stream().map(listed -> forDevelopment(listed, changed.security())).toList());
  }

  /** Returns whether this is a development configuration ({@code --dev}). */
  public boolean isDevelopment() {
    return listing.stream().anyMatch(listed -> listed.source().equals(DEVELOPMENT_SOURCE));
  }

  /** Returns all settings in order. */
  public List<ListedSetting> listing() {
    return listing;
  }

  public Settings settings() {
    return settings;
  }

  /** All settings as aligned text: key, value, source. Secrets are masked. */
  public String toText() {
    return SettingsPrinter.text(listing);
  }

  /** Returns a settings file with comments; defaults are commented out. */
  public String toYaml() {
    return SettingsPrinter.yaml(listing);
  }

  private static ListedSetting forDevelopment(ListedSetting listed, SecuritySettings security) {
    if (listed.isOf(SecuritySettings.HTTPS_ONLY)) {
      return listed.with(String.valueOf(security.httpsOnly()), DEVELOPMENT_SOURCE);
    }
    if (listed.isOf(SecuritySettings.ALLOWED_TARGETS)) {
      List<String> targets = security.allowedTargets().stream().map(String::valueOf).toList();
      return listed.with(String.join(", ", targets), DEVELOPMENT_SOURCE);
    }
    return listed;
  }

  /**
   * A setting for display.
   *
   * @param value the value as written, or the default; masked for a secret
   * @param isSet false for a default
   * @param source the file and line, the variable, or {@code default}
   */
  public record ListedSetting(
      String key, String value, boolean isSet, String source, String variable, String description) {
    boolean isOf(Setting<?> setting) {
      return key.equals(setting.key());
    }

    private ListedSetting with(String newValue, String newSource) {
      return new ListedSetting(key, newValue, true, newSource, variable, description);
    }
  }
}
