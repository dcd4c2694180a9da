package io.posthorn.server.settings;

import io.posthorn.core.text.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The catalog of all settings, in display order. */
final class Catalog {
  static final List<Setting<?>> ALL =
      Stream.of(
              List.of(Settings.ENGINE),
              DataSettings.ALL,
              HttpSettings.ALL,
              Settings.Ops.ALL,
              Settings.Api.ALL,
              RetrySettings.ALL,
              DeliverySettings.ALL,
              CircuitSettings.ALL,
              SecuritySettings.ALL,
              LimitSettings.ALL,
              RetentionSettings.ALL,
              OperationalEventSettings.ALL,
              Settings.CloudEvents.ALL,
              Settings.Console.ALL,
              Settings.Log.ALL,
              OtlpSettings.ALL,
              KafkaSettings.ALL)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** All settings, plus those passed on to Kafka clients, which are only listed when set. */
  private static final List<Setting<?>> KNOWN =
      Stream.concat(ALL.stream(), KafkaClientSettings.ALL.stream()).toList();

  private static final Map<String, Setting<?>> BY_KEY =
      KNOWN.stream().collect(Collectors.toMap(Setting::key, Function.identity()));

  private static final Map<String, Setting<?>> BY_VARIABLE =
      KNOWN.stream().collect(Collectors.toMap(Setting::variable, Function.identity()));

  private Catalog() {}

  static @Nullable Setting<?> byKey(String key) {
    return BY_KEY.get(key);
  }

  /** Returns the setting of a key that exists. */
  static Setting<?> get(String key) {
    return Objects.requireNonNull(BY_KEY.get(key), key);
  }

  static @Nullable Setting<?> byVariable(String variable) {
    return BY_VARIABLE.get(variable);
  }

  /** Returns whether a name is the prefix of keys. */
  static boolean isGroup(String name) {
    return KNOWN.stream().anyMatch(setting -> setting.key().startsWith(name + "."));
  }

  static List<String> keys() {
    return KNOWN.stream().map(Setting::key).toList();
  }

  /** Returns the prefixes of keys: {@code http}, {@code http.tls}. */
  static List<String> groups() {
    return keys().stream()
        .flatMap(
            key ->
                Stream.iterate(key.indexOf('.'), dot -> dot >= 0, dot -> key.indexOf('.', dot + 1))
                    .map(dot -> key.substring(0, dot)))
        .distinct()
        .toList();
  }

  /** Returns a clause that suggests the closest name, or names the command that lists all. */
  static String suggestion(String wrong, List<String> names) {
    return SpellingSuggestion.nearest(wrong, names)
        .map(name -> "did you mean " + name + "?")
        .orElse("\"posthorn config\" lists all of them.");
  }

  static List<String> variables() {
    return KNOWN.stream().map(Setting::variable).toList();
  }
}
