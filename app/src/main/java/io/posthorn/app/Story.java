package io.posthorn.app;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A message's life in one sentence: what happened, and what comes next. */
final class Story {
  private final ApiObject message;
  private final Moments moments;
  private final List<ApiObject> attempts;
  private final int all;
  private final String id;
  private final String endpoint;

  /**
   * Tells of a message.
   *
   * @param message as {@code GET /messages/{id}} answers it
   */
  Story(ApiObject message, Moments moments) {
    this.message = message;
    this.moments = moments;
    // A replay begins a new schedule; what was before it is another story.
    Instant start = message.moment("scheduledFrom");
    attempts =
        message.objects("attempts").stream().filter(attempt -> isFrom(start, attempt)).toList();
    all = message.objects("attempts").size();
    id = message.text("id");
    endpoint = message.text("endpointId");
  }

  private static boolean isFrom(@Nullable Instant start, ApiObject attempt) {
    Instant at = attempt.moment("startedAt");
    return start == null || at == null || !at.isBefore(start);
  }

  String sentence() {
    String rest =
        switch (message.text("status")) {
          case "waiting" -> tried() + "; " + waiting();
          case "inFlight" -> "is on its way at this moment with " + nextAttempt();
          case "delivered" -> "was delivered at " + ended() + with();
          case "dropped" ->
              "was dropped at " + ended() + after() + ", " + dropped() + "; " + again();
          case "cancelled" -> "was cancelled at " + ended() + after() + ", " + cancelled();
          default -> "is \"" + message.text("status") + "\", which this command does not know";
        };
    return Printable.line(id + " " + rest + ".");
  }

  private String tried() {
    String replayed = isReplayed() ? "was replayed at " + at("scheduledFrom") + " and " : "";
    return replayed
        + switch (attempts.size()) {
          case 0 ->
              isReplayed()
                  ? "has not been tried since"
                  : "was accepted at " + at("acceptedAt") + " and has not been tried yet";
          case 1 -> "was tried once" + last() + inAll();
          default -> "was tried " + attempts.size() + " times since " + first() + last() + inAll();
        };
  }

  /** The count that every list shows is of all attempts: said where it is another. */
  private String inAll() {
    return all == attempts.size() ? "" : ", " + all + " times in all";
  }

  private boolean isReplayed() {
    Instant accepted = message.moment("acceptedAt");
    Instant start = message.moment("scheduledFrom");
    return accepted != null && start != null && start.isAfter(accepted);
  }

  private String waiting() {
    String enable = "somebody enables it (posthorn enable " + endpoint + ")";
    return switch (message.text("waitsFor")) {
      case "slot" -> "next attempt" + slot() + " at " + next();
      case "retryAfter" ->
          "its endpoint asked for patience (Retry-After), so the next attempt is at " + next();
      case "limit" -> "it is due, and goes out as soon as its endpoint has a free place";
      case "disabled" ->
          "it is held while its endpoint is disabled, until a probe succeeds or "
              + enable
              + limit();
      case "frozen" -> "it is held while its endpoint is frozen, until " + enable + limit();
      case "paused" ->
          "it is held while its endpoint, or all delivery, is paused, until "
              + enable
              + " or resumes delivery"
              + limit();
      default -> "what it waits for is \"" + message.text("waitsFor") + "\"";
    };
  }

  /** Not every server says the slot. */
  private String slot() {
    return message.has("nextSlot") ? " in slot " + message.number("nextSlot") : "";
  }

  private String next() {
    Instant next = message.moment("nextAttemptAt");
    return next == null ? "a time not known" : moments.at(next) + ", " + moments.distance(next);
  }

  private String limit() {
    Instant end = message.moment("expiresAt");
    return end == null
        ? ""
        : "; if that is not before %s, %s, it is dropped"
            .formatted(moments.at(end), moments.distance(end));
  }

  private String dropped() {
    return switch (message.text("reason")) {
      case "retries_exhausted" -> "because the last retry failed too";
      case "expired" -> "because its endpoint was disabled, frozen or paused until its time was up";
      default -> "reason \"" + message.text("reason") + "\"";
    };
  }

  private String again() {
    return "posthorn replay " + id + " sends it again";
  }

  private String cancelled() {
    return switch (message.text("reason")) {
      case "subscription_deleted" ->
          "because its subscription was deleted, so it cannot be replayed";
      case "by_request" -> "because somebody asked for that; " + again();
      case "customer_deleted" -> "because its customer was deleted, with all it has";
      default -> "reason \"" + message.text("reason") + "\"";
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

  /** Attempts are counted over the whole life; after a replay also from there on. */
  private String sinceReplay(int number) {
    if (!isReplayed()) {
      return "";
    }
    String which = number == 1 ? "the first" : "number " + number;
    return ", " + which + " since its replay at " + at("scheduledFrom");
  }

  private String after() {
    if (all == 0) {
      return " without an attempt";
    }
    String since =
        isReplayed()
            ? ", of which %d since its replay at %s".formatted(attempts.size(), at("scheduledFrom"))
            : "";
    return " after " + Moments.counted(all, "attempt") + last() + since;
  }

  /** What came of the last attempt, in brackets; nothing where there was none. */
  private String last() {
    if (attempts.isEmpty()) {
      return "";
    }
    ApiObject attempt = attempts.getLast();
    String when = moments.at(attempt.moment("startedAt"));
    String only = attempts.size() == 1 ? "" : "last ";
    return " (" + only + outcome(attempt) + " at " + when + ")";
  }

  static String outcome(ApiObject attempt) {
    if (attempt.has("status")) {
      return "answer " + attempt.number("status");
    }
    return switch (attempt.text("error")) {
      case "timeout" -> "no answer in time";
      case "refused" -> "connection refused";
      case "dns" -> "host name not found";
      case "tls" -> "no secure connection";
      case "blocked_address" -> "address not allowed";
      case "connection" -> "connection broken";
      default -> "error \"" + attempt.text("error") + "\"";
    };
  }

  private String first() {
    return moments.at(attempts.getFirst().moment("startedAt"));
  }

  private String ended() {
    return at("endedAt");
  }

  private String at(String field) {
    return moments.at(message.moment(field));
  }
}
