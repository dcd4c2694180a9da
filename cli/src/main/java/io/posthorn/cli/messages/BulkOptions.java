package io.posthorn.cli.messages;

import io.posthorn.cli.terminal.DurationOption;
import io.posthorn.client.request.MessageFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select messages; all of them must match. */
final class BulkOptions {
  @Option(
      names = "--since",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Messages accepted within this time, such as 24h; required.")
  private @Nullable Duration since;

  @Option(
      names = "--until",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "Leave out messages accepted within this time, such as 2h; default: 0s.")
  private @Nullable Duration until;

  @Mixin private MessageOptions messages = new MessageOptions();

  @Mixin private MessageStateOptions state = new MessageStateOptions();

  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      description = "Only messages with this object code.")
  private @Nullable String objCode;

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      description = "Only messages of this event type.")
  private @Nullable String eventType;

  @Option(names = "--preview", description = "Count the messages; change nothing.")
  private boolean preview;

  boolean hasSince() {
    return since != null;
  }

  boolean isAnySet() {
    return messages.isAnySet()
        || state.isAnySet()
        || preview
        || Stream.of(since, until, objCode, eventType).anyMatch(Objects::nonNull);
  }

  boolean preview() {
    return preview;
  }

  /** The filter for the selected messages. */
  MessageFilter filter(Instant now) {
    return state
        .addTo(messages.filter())
        .objCode(objCode)
        .eventType(eventType)
        .from(since == null ? Instant.EPOCH : now.minus(since))
        .to(until == null ? now : now.minus(until))
        .build();
  }
}
