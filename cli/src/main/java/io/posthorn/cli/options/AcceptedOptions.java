package io.posthorn.cli.options;

import java.time.Clock;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select by the time of acceptance. */
public final class AcceptedOptions {
  @Option(
      names = "--since",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = {
        "Only what was accepted since this time: a duration such as 2h, or a time such as 10:00,",
        "2026-11-15 or 2026-11-15T10:00:00Z."
      })
  private @Nullable PastTime since;

  @Option(
      names = "--until",
      paramLabel = PastTimeOption.LABEL,
      converter = PastTimeOption.class,
      description = "Only what was accepted before this time.")
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
