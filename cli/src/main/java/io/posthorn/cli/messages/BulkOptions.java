package io.posthorn.cli.messages;

import io.posthorn.cli.options.AcceptedOptions;
import io.posthorn.cli.options.ConfirmOptions;
import io.posthorn.cli.options.EndedOptions;
import io.posthorn.client.request.MessageFilter;
import java.time.Clock;
import java.time.Instant;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code posthorn messages} as options that select messages for bulk work. */
final class BulkOptions {
  @Mixin private MessageOptions messages = new MessageOptions();
  @Mixin private AcceptedOptions accepted = new AcceptedOptions();
  @Mixin private EndedOptions ended = new EndedOptions();
  @Mixin private ConfirmOptions confirmed = new ConfirmOptions();

  @Option(names = "--preview", description = "Count the messages; change nothing.")
  private boolean preview;

  boolean isSelection() {
    return messages.isAnySet() || accepted.isAnySet() || ended.isAnySet();
  }

  boolean preview() {
    return preview;
  }

  ConfirmOptions confirmed() {
    return confirmed;
  }

  /** The filter for the selected messages, accepted until now. */
  MessageFilter.Builder filter(Clock clock) {
    Instant until = accepted.to(clock);
    return messages
        .filter()
        .from(accepted.from(clock))
        .to(until == null ? clock.instant() : until)
        .endedFrom(ended.from(clock))
        .endedTo(ended.to(clock));
  }
}
