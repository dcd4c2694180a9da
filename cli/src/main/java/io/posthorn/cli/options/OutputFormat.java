package io.posthorn.cli.options;

/** The form of a command's output; picocli shows these names. */
public enum OutputFormat {
  table,
  json,
  yaml
}
