package io.posthorn.cli.messages;

import io.posthorn.client.request.MessageFilter;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that select messages by their event, target and last attempt; all must match. */
final class MessageOptions {
  @Mixin private MessageTargetOptions target = new MessageTargetOptions();

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
      names = "--outcome",
      paramLabel = "OUTCOME",
      description = {
        "Only messages whose last attempt had this outcome: success, failed, none,",
        "an error kind such as timeout, a status such as 503, or 5xx."
      })
  private @Nullable String outcome;

  boolean isAnySet() {
    return target.isAnySet() || Stream.of(objCode, eventType, outcome).anyMatch(Objects::nonNull);
  }

  MessageFilter.Builder filter() {
    return target.filter().objCode(objCode).eventType(eventType).outcome(outcome);
  }
}
