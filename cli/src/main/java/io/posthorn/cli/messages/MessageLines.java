package io.posthorn.cli.messages;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** The lines of {@code posthorn messages ID}: its state, its event, and each attempt. */
final class MessageLines {
  private static final int LONGEST_RESPONSE = 120;

  private MessageLines() {}

  static List<String> of(MessageDetails details, TimeText times) {
    MessageSummary message = details.summary();
    List<String> lines = new ArrayList<>();
    lines.add(new MessageText(details, times).sentence());
    lines.add("Event         " + MessageText.subject(message) + " (" + message.eventId() + ")");
    lines.add("To            " + Objects.requireNonNullElse(message.url(), "a deleted endpoint"));
    lines.add("Endpoint      " + message.endpointId());
    lines.add("Subscription  " + message.subscriptionId());
    for (AttemptDetails attempt : details.attempts()) {
      lines.add(
          "Attempt %-5d %s %s, %d ms%s"
              .formatted(
                  attempt.number(),
                  times.at(attempt.startedAt()),
                  MessageText.outcome(attempt),
                  attempt.durationMillis(),
                  text(attempt)));
    }
    return lines;
  }

  private static String text(AttemptDetails attempt) {
    String response = attempt.response();
    if (attempt.errorText() != null) {
      return ": " + attempt.errorText();
    }
    return response == null || response.isBlank()
        ? ""
        : ": " + Printable.line(response.strip(), LONGEST_RESPONSE);
  }
}
