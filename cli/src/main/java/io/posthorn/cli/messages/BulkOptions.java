package io.posthorn.cli.messages;

import io.posthorn.cli.terminal.DurationOption;
import io.posthorn.client.request.BulkSelection;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
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
      description = "But not within this last time, such as 2h; default: 0s.")
  private @Nullable Duration until;

  @Option(names = "--endpoint", paramLabel = "ID", description = "Only messages to this endpoint.")
  private @Nullable String endpoint;

  @Option(
      names = "--subscription",
      paramLabel = "ID",
      description = "Only messages of this subscription.")
  private @Nullable String subscription;

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

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only messages with this status.")
  private @Nullable String status;

  @Option(names = "--preview", description = "Count the messages; change nothing.")
  private boolean preview;

  boolean saysSince() {
    return since != null;
  }

  boolean saysAnything() {
    return preview
        || Stream.of(since, until, endpoint, subscription, objCode, eventType, status)
            .anyMatch(option -> option != null);
  }

  boolean preview() {
    return preview;
  }

  /**
   * The selection these options make.
   *
   * @param count whether to count the messages only
   */
  BulkSelection selection(Instant now, boolean count) {
    Instant from = since == null ? Instant.EPOCH : now.minus(since);
    Instant to = until == null ? now : now.minus(until);
    return BulkSelection.accepted(from, to)
        .endpoint(endpoint)
        .subscription(subscription)
        .objCode(objCode)
        .eventType(eventType)
        .statusName(status)
        .preview(count)
        .build();
  }
}
