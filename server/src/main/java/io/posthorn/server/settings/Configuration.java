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
  private final List<Entry> entries;

  private Configuration(Settings settings, List<Entry> entries) {
    this.settings = settings;
    this.entries = entries;
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
    return new Configuration(Settings.of(values), values.entries());
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
    entries.stream()
        .filter(entry -> entry.setting().equals(HttpSettings.HOST))
        .forEach(entry -> settings.http().requireLoopback(entry.source()));
    Settings changed = settings.forDevelopment();
    return new Configuration(
        changed, entries.stream().map(entry -> forDevelopment(entry, changed.security())).toList());
  }

  /** Whether it is for trying things out. */
  public boolean isDevelopment() {
    return entries.stream().anyMatch(entry -> entry.source().equals(DEVELOPMENT_SOURCE));
  }

  /** All settings in their order. */
  public List<Listed> listing() {
    return entries.stream().map(Listed::of).toList();
  }

  public Settings settings() {
    return settings;
  }

  /** All settings as aligned text: key, value, source. Secrets are masked. */
  public String toText() {
    return TextListing.of(entries);
  }

  /** A commented file to start from: what is set stands in it, defaults as comments. */
  public String toYaml() {
    return YamlListing.of(entries);
  }

  private static Entry forDevelopment(Entry entry, SecuritySettings security) {
    Setting<?> setting = entry.setting();
    if (setting.equals(SecuritySettings.HTTPS_ONLY)) {
      return new Entry(setting, String.valueOf(security.httpsOnly()), true, DEVELOPMENT_SOURCE);
    }
    if (setting.equals(SecuritySettings.ALLOWED_TARGETS)) {
      List<String> targets = security.allowedTargets().stream().map(String::valueOf).toList();
      return new Entry(setting, String.join(", ", targets), true, DEVELOPMENT_SOURCE);
    }
    return entry;
  }
}
