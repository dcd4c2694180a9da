package io.posthorn.server.settings;

import io.posthorn.server.settings.Values.Found;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The settings that are given as environment variables. */
final class EnvironmentVariables {
  /**
   * The settings file with the defaults of an image. It is not a set of variables, because those
   * would override the user's own settings file.
   */
  static final String DEFAULTS = "POSTHORN_DEFAULTS";

  /** Variables of the command line and the launcher. */
  private static final Set<String> NO_SETTINGS =
      Set.of("POSTHORN_URL", "POSTHORN_KEY", "POSTHORN_CUSTOMER", "POSTHORN_JAVA_OPTS", DEFAULTS);

  /**
   * Variables that Kubernetes sets in every container for a service named {@code posthorn...}. They
   * are not typing errors.
   */
  private static final Pattern SERVICE_LINK =
      Pattern.compile(
          "POSTHORN_(\\w+_)?(SERVICE_HOST|SERVICE_PORT(_\\w+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_\\w+)?)");

  private static final Pattern SERVICE_ADDRESS = Pattern.compile("(tcp|udp|sctp)://.*");

  private EnvironmentVariables() {}

  /** Returns the values found, by key. */
  static Map<String, Found> read(Map<String, String> environment) {
    Map<String, Found> found = new TreeMap<>();
    // In alphabetical order, so that the same environment always reports the same error.
    new TreeMap<>(environment)
        .forEach(
            (variable, text) -> {
              if (variable.startsWith(Setting.VARIABLE_PREFIX)) {
                Setting<?> setting = setting(variable, text);
                if (setting != null) {
                  found.put(setting.key(), new Found(text, variable));
                }
              }
            });
    return found;
  }

  private static @Nullable Setting<?> setting(String variable, String text) {
    Setting<?> setting = Catalog.byVariable(variable);
    if (setting != null && text.isBlank()) {
      // Using the default would hide a secret that was not filled in.
      throw new SettingsException(
          setting.key(), variable, "the variable is empty; give it a value, or unset it");
    }
    if (setting != null || NO_SETTINGS.contains(variable) || isServiceLink(variable, text)) {
      return setting;
    }
    String refusal = KafkaClientSettings.refusalOfVariable(variable);
    if (refusal != null) {
      throw new SettingsException(variable + ": " + refusal + ".");
    }
    throw new SettingsException(
        variable + ": unknown setting; " + Catalog.suggestion(variable, Catalog.variables()));
  }

  private static boolean isServiceLink(String variable, String text) {
    return SERVICE_LINK.matcher(variable).matches()
        || (variable.endsWith("_PORT") && SERVICE_ADDRESS.matcher(text).matches());
  }
}
