package io.posthorn.server.settings;

import io.posthorn.server.settings.Configuration.ListedSetting;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The values of all settings as text: those that were found, and defaults for the others. */
final class Values {
  private static final String DEFAULT_SOURCE = "default";

  /**
   * A value as written.
   *
   * @param source the file and line, or the variable
   */
  record Found(String text, String source) {
    @Override
    public String toString() {
      // The value may be a secret; only its setting knows.
      return source;
    }
  }

  private final Map<String, Found> found;
  private final boolean onKafka;

  Values(Map<String, Found> found) {
    this.found = Map.copyOf(found);
    Found engine = found.get(Settings.ENGINE.key());
    this.onKafka = engine != null && engine.text().equals("kafka");
  }

  boolean onKafka() {
    return onKafka;
  }

  /** Returns the value of a setting with a default. */
  <T> T get(Setting<T> setting) {
    T value = find(setting);
    if (value == null) {
      throw new IllegalStateException(setting.key() + " has no default");
    }
    return value;
  }

  /** Returns the value of an optional setting. */
  <T> @Nullable T find(Setting<T> setting) {
    Found given = found.get(setting.key());
    String text = given == null ? setting.fallback(onKafka) : given.text();
    try {
      return text == null ? null : setting.type().parse(text);
    } catch (ValueType.BadValueException e) {
      throw refused(setting, e.getMessage());
    }
  }

  boolean isSet(Setting<?> setting) {
    return found.containsKey(setting.key());
  }

  SettingsException refused(Setting<?> setting, @Nullable String problem) {
    return new SettingsException(setting.key(), source(setting), String.valueOf(problem));
  }

  /** All settings with their values; of those passed on to Kafka's clients, only what is set. */
  List<ListedSetting> listing() {
    return Stream.concat(Catalog.ALL.stream(), KafkaClientSettings.ALL.stream().filter(this::isSet))
        .map(this::listed)
        .toList();
  }

  private ListedSetting listed(Setting<?> setting) {
    Found given = found.get(setting.key());
    String shown = given == null ? setting.whenUnset(onKafka) : given.text();
    boolean hidden = given != null && setting.isSecret();
    return new ListedSetting(
        setting.key(),
        hidden ? Secret.MASK : SettingsException.oneLine(shown),
        given != null,
        source(setting),
        setting.variable(),
        setting.description());
  }

  private String source(Setting<?> setting) {
    Found given = found.get(setting.key());
    return given == null ? DEFAULT_SOURCE : given.source();
  }
}
