package io.posthorn.cli.options;

import picocli.CommandLine.Option;

/** The options that select by the time of acceptance. */
public final class AcceptedOptions extends TimeOptions {
  @Option(
      names = "--since",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description =
          "Only what was accepted since this time: a duration such as 2h, or a time such as 10:00,"
              + " 2026-11-15 or 2026-11-15T10:00:00Z.")
  void since(PastTime time) {
    setSince(time);
  }

  @Option(
      names = "--until",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only what was accepted before this time.")
  void until(PastTime time) {
    setUntil(time);
  }
}
