package io.posthorn.server.settings;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The settings together with where each of them comes from. */
public final class Configuration {
  private static final String DEVELOPMENT_SOURCE = "--dev";

  private final Settings settings;
  private final List<ListedSetting> listing;

  private Configuration(Settings settings, List<ListedSetting> listing) {
    this.settings = settings;
    this.listing = listing;
  }

  /**
   * Reads file and environment; the environment wins.
   *
   * @param file null for none
   * @throws SettingsException at the first thing that is wrong
   */
  public static Configuration load(@Nullable Path file, Map<String, String> environment) {
    return of(new Values(found(file, environment)));
  }

  /**
   * Reads them for {@code --dev}.
   *
   * @param file null for none
   * @throws SettingsException at the first thing that is wrong; a host that other machines reach
   *     comes first, since advice on how to open it would lead nowhere
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
    if (file != null) {
      found.putAll(SettingsFile.read(file));
    }
    found.putAll(EnvironmentVariables.read(environment));
    return found;
  }

  /**
   * The same for {@code --dev}; see {@link Settings#forDevelopment}.
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

  /** Whether it is for trying things out. */
  public boolean isDevelopment() {
    return listing.stream().anyMatch(listed -> listed.source().equals(DEVELOPMENT_SOURCE));
  }

  /** All settings in their order. */
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

  /** A commented file to start from: what is set stands in it, defaults as comments. */
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
   * A setting as it can be shown to anybody who may look.
   *
   * @param value as it was written, or what holds without one; of a secret only the mask
   * @param isSet whether it was given, and is not the default
   * @param source where it was given, or that it is the default
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
