package io.posthorn.server.settings;

import io.posthorn.server.settings.Configuration.ListedSetting;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The printed forms of settings: text in columns, and a commented YAML file to start from. */
final class SettingsPrinter {
  /** Values that need no quotes. */
  private static final Pattern PLAIN = Pattern.compile("(?!null$)[A-Za-z0-9./][A-Za-z0-9./%_-]*");

  private SettingsPrinter() {}

  /** Key, value and source in columns. */
  static String text(List<ListedSetting> settings) {
    int keys = settings.stream().mapToInt(setting -> setting.key().length()).max().orElse(0);
    int values = settings.stream().mapToInt(setting -> setting.value().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (ListedSetting setting : settings) {
      append(text, setting.key(), keys + 2);
      append(text, setting.value(), values + 2);
      text.append(setting.source()).append('\n');
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String cell, int width) {
    text.append(cell).repeat(' ', width - cell.length());
  }

  /** YAML with dotted keys, so that any one of them works when its line alone is uncommented. */
  static String yaml(List<ListedSetting> settings) {
    StringBuilder yaml = new StringBuilder();
    yaml.append("# The settings of Posthorn. Lines that are commented out show defaults.\n");
    String group = "";
    for (ListedSetting listed : settings) {
      Setting<?> setting = Catalog.get(listed.key());
      if (!setting.group().equals(group)) {
        yaml.append('\n');
        group = setting.group();
      }
      yaml.append("# ").append(setting.description()).append('\n');
      yaml.append(line(setting, listed)).append('\n');
    }
    return yaml.toString();
  }

  private static String line(Setting<?> setting, ListedSetting listed) {
    if (setting.isSecret()) {
      String state = listed.isSet() ? "set by " + listed.source() : listed.value();
      return "#" + setting.key() + ": # secret; " + state;
    }
    if (listed.isSet()) {
      return setting.key() + ": " + value(setting, listed);
    }
    return setting.fallback() == null
        ? "#" + setting.key() + ": # " + listed.value()
        : "#" + setting.key() + ": " + value(setting, listed);
  }

  private static String value(Setting<?> setting, ListedSetting listed) {
    return setting.isList()
        ? ValueType.elements(listed.value()).stream()
            .map(SettingsPrinter::scalar)
            .collect(Collectors.joining(", ", "[", "]"))
        : scalar(listed.value());
  }

  private static String scalar(String text) {
    return PLAIN.matcher(text).matches() ? text : "'" + text.replace("'", "''") + "'";
  }
}
