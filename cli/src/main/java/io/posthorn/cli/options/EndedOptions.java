package io.posthorn.cli.options;

import picocli.CommandLine.Option;

/** The options that select messages by the time at which they ended. */
public final class EndedOptions extends TimeOptions {
  @Option(
      names = "--ended-since",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only messages that ended since this time: delivered, dropped or cancelled.")
  void since(PastTime time) {
    setSince(time);
  }

  @Option(
      names = "--ended-until",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only messages that ended before this time.")
  void until(PastTime time) {
    setUntil(time);
  }
}
