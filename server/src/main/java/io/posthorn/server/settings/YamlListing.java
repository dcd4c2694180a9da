package io.posthorn.server.settings;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Settings as a commented YAML file to start from.
 *
 * <p>Keys are dotted, so that any one of them works when its line alone is uncommented.
 */
final class YamlListing {
  /** What needs no quotes, whatever it means to YAML. */
  private static final Pattern PLAIN = Pattern.compile("(?!null$)[A-Za-z0-9./][A-Za-z0-9./%_-]*");

  private YamlListing() {}

  static String of(List<Entry> entries) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("# The settings of Posthorn. What is commented out shows its default.\n");
    String group = "";
    for (Entry entry : entries) {
      Setting<?> setting = entry.setting();
      if (!setting.group().equals(group)) {
        yaml.append('\n');
        group = setting.group();
      }
      yaml.append("# ").append(setting.description()).append('\n');
      yaml.append(line(entry)).append('\n');
    }
    return yaml.toString();
  }

  private static String line(Entry entry) {
    Setting<?> setting = entry.setting();
    if (setting.isSecret()) {
      String state = entry.isSet() ? "set by " + entry.source() : entry.shown();
      return "#" + setting.key() + ": # secret; " + state;
    }
    if (entry.isSet()) {
      return setting.key() + ": " + value(entry);
    }
    return setting.fallback() == null
        ? "#" + setting.key() + ": # " + entry.shown()
        : "#" + setting.key() + ": " + value(entry);
  }

  private static String value(Entry entry) {
    return entry.setting().isList()
        ? Kinds.elements(entry.shown()).stream()
            .map(YamlListing::scalar)
            .collect(Collectors.joining(", ", "[", "]"))
        : scalar(entry.shown());
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "''") + "'";
  }
}
