package io.posthorn.server.settings;

import java.util.List;

/** The log on standard output. */
public record LogSettings(LogFormat format) {
  private static final Setting<LogFormat> FORMAT =
      Setting.of(
          "log.format",
          Kinds.oneOf(LogFormat.class),
          "text",
          "How log lines look: text for people, json for collectors.");

  static final List<Setting<?>> ALL = List.of(FORMAT);

  static LogSettings of(Values values) {
    return new LogSettings(values.get(FORMAT));
  }
}
