package io.posthorn.cli.messages;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.AttemptDetails;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.model.MessageSummary.LastAttempt;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The text of {@code posthorn why}: what happened to a message, and what comes next. */
final class MessageText {
  private final MessageSummary message;
  private final TimeText times;
  private final List<AttemptDetails> attempts;
  private final int all;
  private final String id;
  private final String endpoint;

  /**
   * Creates the text of a message.
   *
   * @param details the response of {@code GET /messages/{id}}
   */
  MessageText(MessageDetails details, TimeText times) {
    this.message = details.summary();
    this.times = times;
    // A replay begins a new schedule, so earlier attempts are left out.
    attempts =
        details.attempts().stream()
            .filter(attempt -> !attempt.startedAt().isBefore(message.scheduledFrom()))
            .toList();
    // Of many attempts only the first and the last are listed.
    all = details.attempts().isEmpty() ? 0 : details.attempts().getLast().number();
    id = message.id();
    endpoint = message.endpointId();
  }

  /** The subject of a message's event. */
  static String subject(MessageSummary message) {
    return Stream.of(message.eventType(), message.objCode(), message.objId())
        .map(text -> text == null ? "" : text)
        .collect(Collectors.joining(" "))
        .strip();
  }

  /** The outcome of the last attempt: a status, an error kind, or a dash without an attempt. */
  static String lastOutcome(MessageSummary message) {
    LastAttempt last = message.lastAttempt();
    if (last == null) {
      return "-";
    }
    return last.status() == null ? String.valueOf(last.error()) : last.status().toString();
  }

  /** The next step; for an ended message, the reason. */
  static String next(MessageSummary message, TimeText times) {
    return switch (message.waitsFor()) {
      case null -> message.reasonName() == null ? "" : message.reasonName();
      case SLOT, RETRY_AFTER, ACCESS_TOKEN -> "at " + times.at(message.nextAttemptAt());
      case LIMIT -> "waits for the in-flight limit";
      case ORDER -> "waits for an earlier message of its object";
      case DISABLED, FROZEN, PAUSED, UNKNOWN -> "held: " + message.waitsForName();
    };
  }

  String sentence() {
    String rest =
        switch (message.status()) {
          case WAITING -> tried() + "; " + waiting();
          case IN_FLIGHT -> "is in flight with " + nextAttempt();
          case DELIVERED -> "was delivered at " + ended() + with();
          case DROPPED -> "was dropped at " + ended() + after() + ", " + dropped() + "; " + again();
          case CANCELLED -> "was cancelled at " + ended() + after() + ", " + cancelled();
          case UNKNOWN ->
              "has the status \"" + message.statusName() + "\", which this version does not know";
        };
    return Printable.line(id + " " + rest + ".");
  }

  private String tried() {
    String replayed =
        isReplayed() ? "was replayed at " + times.at(message.scheduledFrom()) + " and " : "";
    return replayed
        + switch (attempts.size()) {
          case 0 ->
              isReplayed()
                  ? "has not been attempted since"
                  : "was accepted at "
                      + times.at(message.acceptedAt())
                      + " and has not been attempted yet";
          case 1 -> "was attempted once" + last() + inAll();
          default ->
              "was attempted " + attempts.size() + " times since " + first() + last() + inAll();
        };
  }

  /** Lists show the count of all attempts; it is added here if it differs. */
  private String inAll() {
    return all == attempts.size() ? "" : ", " + all + " times in total";
  }

  private boolean isReplayed() {
    // Slot 0 of an ordered message is its first attempt, which may be later than its acceptance.
    return message.sequence() == null && message.scheduledFrom().isAfter(message.acceptedAt());
  }

  private String waiting() {
    String enable = "you enable it (posthorn enable " + endpoint + ")";
    return switch (message.waitsFor()) {
      case SLOT -> "next attempt" + slot() + " at " + next();
      case RETRY_AFTER -> "its endpoint sent Retry-After, so the next attempt is at " + next();
      case ACCESS_TOKEN -> "its endpoint got no access token, and tries again at " + next();
      case LIMIT -> "it is due, and is sent as soon as its endpoint is below its in-flight limit";
      case ORDER ->
          "it waits until every earlier message of the same object has ended"
              + (message.expiresAt() == null ? "" : limit());
      case DISABLED ->
          "it is held while its endpoint is disabled, until a probe succeeds or "
              + enable
              + limit();
      case FROZEN -> "it is held while its endpoint is frozen, until " + enable + limit();
      case PAUSED ->
          "it is held while its endpoint, or all delivery, is paused, until you resume it (posthorn resume "
              + endpoint
              + ", or posthorn resume --all)"
              + limit();
      case null, default -> "it waits for \"" + text(message.waitsForName()) + "\"";
    };
  }

  /** Older servers do not return the slot. */
  private String slot() {
    return message.nextSlot() == null ? "" : " in slot " + message.nextSlot();
  }

  private String next() {
    Instant next = message.nextAttemptAt();
    return next == null ? "an unknown time" : times.at(next) + ", " + times.distance(next);
  }

  private String limit() {
    Instant end = message.expiresAt();
    return end == null
        ? ""
        : "; if that does not happen by %s, %s, it is dropped"
            .formatted(times.at(end), times.distance(end));
  }

  private String dropped() {
    return switch (message.reason()) {
      case RETRIES_EXHAUSTED -> "because the last retry failed too";
      case EXPIRED ->
          message.sequence() == null
              ? "because its endpoint was disabled, frozen or paused until the message expired"
              : "because it was held, or waited for an earlier message, until it expired";
      case REJECTED -> "because the response had a final status, which is not retried";
      case null, default -> "reason \"" + text(message.reasonName()) + "\"";
    };
  }

  private String again() {
    return "posthorn replay " + id + " sends it again";
  }

  private String cancelled() {
    return switch (message.reason()) {
      case SUBSCRIPTION_DELETED -> "because its subscription was deleted, so it cannot be replayed";
      case BY_REQUEST -> "by request; " + again();
      case CUSTOMER_DELETED -> "because its customer was deleted";
      case null, default -> "reason \"" + text(message.reasonName()) + "\"";
    };
  }

  private String nextAttempt() {
    return attempt(all + 1) + last() + sinceReplay(attempts.size() + 1);
  }

  private String with() {
    return attempts.isEmpty()
        ? ""
        : " with %s (%s)%s"
            .formatted(attempt(all), outcome(attempts.getLast()), sinceReplay(attempts.size()));
  }

  private static String attempt(int number) {
    return number == 1 ? "its first attempt" : "attempt " + number;
  }

  /** Attempts are numbered over the message's whole life, and after a replay also since it. */
  private String sinceReplay(int number) {
    if (!isReplayed()) {
      return "";
    }
    String which = number == 1 ? "the first" : "number " + number;
    return ", " + which + " since its replay at " + times.at(message.scheduledFrom());
  }

  private String after() {
    if (all == 0) {
      return " without an attempt";
    }
    String since =
        isReplayed()
            ? ", of which %d since its replay at %s"
                .formatted(attempts.size(), times.at(message.scheduledFrom()))
            : "";
    return " after " + TimeText.counted(all, "attempt") + last() + since;
  }

  /** The outcome of the last attempt in brackets; empty if there was none. */
  private String last() {
    if (attempts.isEmpty()) {
      return "";
    }
    AttemptDetails attempt = attempts.getLast();
    String when = times.at(attempt.startedAt());
    String only = attempts.size() == 1 ? "" : "last ";
    return " (" + only + outcome(attempt) + " at " + when + ")";
  }

  static String outcome(AttemptDetails attempt) {
    return result(attempt) + (attempt.resent() ? ", sent again on a new connection" : "");
  }

  private static String result(AttemptDetails attempt) {
    if (attempt.status() != null) {
      return "status " + attempt.status();
    }
    return switch (attempt.error()) {
      case TIMEOUT -> "timeout";
      case REFUSED -> "connection refused";
      case DNS -> "host name not found";
      case TLS -> "TLS failed";
      case BLOCKED_ADDRESS -> "address not allowed";
      case CONNECTION -> "connection lost";
      case AUTH -> "no access token";
      case null, default -> "error \"" + text(attempt.errorName()) + "\"";
    };
  }

  private String first() {
    return times.at(attempts.getFirst().startedAt());
  }

  private String ended() {
    return times.at(message.endedAt());
  }

  private static String text(@Nullable String name) {
    return name == null ? "" : name;
  }
}
