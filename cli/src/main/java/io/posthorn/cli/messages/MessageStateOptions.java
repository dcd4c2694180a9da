package io.posthorn.cli.messages;

import io.posthorn.client.request.MessageFilter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that select messages by their status and last attempt; both must match. */
final class MessageStateOptions {
  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description = "Only waiting, inFlight, delivered, dropped or cancelled messages.")
  private @Nullable String status;

  @Option(
      names = "--outcome",
      paramLabel = "OUTCOME",
      description = {
        "Only messages whose last attempt had this outcome: success, failed, none,",
        "an error kind such as timeout, a status such as 503, or 5xx."
      })
  private @Nullable String outcome;

  boolean isAnySet() {
    return status != null || outcome != null;
  }

  MessageFilter.Builder addTo(MessageFilter.Builder filter) {
    return filter.statusName(status).outcome(outcome);
  }
}
