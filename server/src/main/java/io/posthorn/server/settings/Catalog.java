package io.posthorn.server.settings;

import io.posthorn.core.text.SpellingSuggestion;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All settings there are, in the order in which they are listed. */
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
              Settings.Log.ALL,
              KafkaSettings.ALL)
          .<Setting<?>>flatMap(List::stream)
          .toList();

  /** These, and what is passed on to Kafka's clients: too many to be listed where not set. */
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

  /** The setting of a key that is known to exist. */
  static Setting<?> get(String key) {
    return Objects.requireNonNull(BY_KEY.get(key), key);
  }

  static @Nullable Setting<?> byVariable(String variable) {
    return BY_VARIABLE.get(variable);
  }

  /** Whether keys begin with this name and a dot. */
  static boolean isGroup(String name) {
    return KNOWN.stream().anyMatch(setting -> setting.key().startsWith(name + "."));
  }

  static List<String> keys() {
    return KNOWN.stream().map(Setting::key).toList();
  }

  /** What keys begin with: {@code http}, {@code http.tls}. */
  static List<String> groups() {
    return keys().stream()
        .flatMap(
            key ->
                Stream.iterate(key.indexOf('.'), dot -> dot >= 0, dot -> key.indexOf('.', dot + 1))
                    .map(dot -> key.substring(0, dot)))
        .distinct()
        .toList();
  }

  /** A clause that suggests the name that was probably meant, or says where all are listed. */
  static String suggestion(String wrong, List<String> names) {
    return SpellingSuggestion.nearest(wrong, names)
        .map(name -> "did you mean " + name + "?")
        .orElse("\"posthorn config\" lists all of them.");
  }

  static List<String> variables() {
    return KNOWN.stream().map(Setting::variable).toList();
  }
}
