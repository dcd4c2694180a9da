package io.posthorn.server.settings;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What was found for the keys, and the defaults for the others. */
final class Values {
  private static final String DEFAULT_SOURCE = "default";

  /**
   * A value as it was written.
   *
   * @param source the file and line, or the variable
   */
  record Found(String text, String source) {
    @Override
    public String toString() {
      // It may be a secret: only its setting knows.
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

  /** The value of a setting that has a default. */
  <T> T get(Setting<T> setting) {
    T value = find(setting);
    if (value == null) {
      throw new IllegalStateException(setting.key() + " has no default");
    }
    return value;
  }

  /** The value of a setting that may have none. */
  <T> @Nullable T find(Setting<T> setting) {
    Found given = found.get(setting.key());
    String text = given == null ? setting.fallback(onKafka) : given.text();
    try {
      return text == null ? null : setting.kind().parse(text);
    } catch (BadValueException e) {
      throw refused(setting, e.getMessage());
    }
  }

  boolean isSet(Setting<?> setting) {
    return found.containsKey(setting.key());
  }

  SettingsException refused(Setting<?> setting, @Nullable String problem) {
    return new SettingsException(setting.key(), source(setting), String.valueOf(problem));
  }

  /** Everything there is to set, as it stands; of what is only passed on, what is set. */
  List<Entry> entries() {
    return Stream.concat(Catalog.ALL.stream(), KafkaClientNames.ALL.stream().filter(this::isSet))
        .map(this::entry)
        .toList();
  }

  private Entry entry(Setting<?> setting) {
    Found given = found.get(setting.key());
    String shown = given == null ? setting.whenUnset(onKafka) : given.text();
    boolean hidden = given != null && setting.isSecret();
    return new Entry(
        setting, hidden ? Secret.MASK : Line.of(shown), given != null, source(setting));
  }

  private String source(Setting<?> setting) {
    Found given = found.get(setting.key());
    return given == null ? DEFAULT_SOURCE : given.source();
  }
}
