package io.posthorn.cli.options;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select messages by the time at which they ended. */
public final class EndedOptions {
  @Option(
      names = "--ended-since",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only messages that ended since this time: delivered, dropped or cancelled.")
  private @Nullable PastTime since;

  @Option(
      names = "--ended-until",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only messages that ended before this time.")
  private @Nullable PastTime until;

  public boolean isAnySet() {
    return since != null || until != null;
  }

  public @Nullable Instant from(Clock clock) {
    return since == null ? null : since.at(clock);
  }

  public @Nullable Instant to(Clock clock) {
    return until == null ? null : until.at(clock);
  }
}
