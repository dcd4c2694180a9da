package io.posthorn.server.settings;

/** How log lines look. */
public enum LogFormat {
  TEXT,
  /** One JSON object a line. */
  JSON
}
