package io.posthorn.cli.events;

import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.EventDetails;
import io.posthorn.client.model.EventSummary;
import io.posthorn.client.model.EventSummary.EventMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The lines of {@code posthorn events ID}: the event, its states and its messages. */
final class EventLines {
  private EventLines() {}

  static String subject(EventSummary event) {
    String objId = event.objId() == null ? "" : event.objId();
    return String.join(" ", event.eventType(), event.objCode(), objId).strip();
  }

  /** The number of messages in each state; for an unmatched event, that. */
  static String messages(EventSummary event) {
    if (event.messages().isEmpty()) {
      return "none: nothing matched";
    }
    Map<String, Long> counts =
        event.messages().stream()
            .collect(
                Collectors.groupingBy(
                    EventMessage::statusName, TreeMap::new, Collectors.counting()));
    return counts.entrySet().stream()
        .map(entry -> entry.getValue() + " " + entry.getKey())
        .collect(Collectors.joining(", "));
  }

  static List<String> of(EventDetails event, TimeText times) {
    EventSummary summary = event.summary();
    List<String> lines = new ArrayList<>();
    lines.add(summary.id() + "  " + subject(summary));
    lines.add("Accepted  " + times.at(summary.acceptedAt()));
    if (event.newState() != null) {
      lines.add("New       " + event.newState());
    }
    if (event.oldState() != null) {
      lines.add("Old       " + event.oldState());
    }
    if (!summary.hasPayload()) {
      lines.add("Its states were removed by retention.");
    }
    if (summary.messages().isEmpty()) {
      lines.add(
          "Messages  none: no subscription matched. posthorn send --dry-run shows which filters do not match.");
    }
    for (EventMessage message : summary.messages()) {
      lines.add(
          "Message   %s  %s  of %s to %s"
              .formatted(
                  message.id(),
                  message.statusName(),
                  message.subscriptionId(),
                  message.endpointId()));
    }
    return lines;
  }
}
