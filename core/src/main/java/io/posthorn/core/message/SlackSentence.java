package io.posthorn.core.message;

import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonReader;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNumber;
import io.posthorn.core.json.JsonValue.JsonObject;
import io.posthorn.core.json.JsonValue.JsonText;
import java.util.Locale;

/**
 * An operational event as a readable sentence, in Slack's markup: what happened to which endpoint,
 * the numbers that led to it, and a link to the console if its address is known.
 */
final class SlackSentence {
  private static final JsonSlice EMPTY = JsonSlice.of("{}");

  private final Event event;
  private final JsonObject state;

  private SlackSentence(Event event) {
    this.event = event;
    JsonSlice sent = event.newState();
    this.state = (JsonObject) JsonReader.read(sent == null ? EMPTY : sent);
  }

  static String of(Event event) {
    SlackSentence sentence = new SlackSentence(event);
    return sentence.words() + sentence.changes() + sentence.waiting() + sentence.link();
  }

  private String words() {
    return switch (event.eventType()) {
      case "disabled" ->
          "Endpoint %s was disabled: %s failed, %s in a row%s. It receives only probes until one succeeds."
              .formatted(endpoint(), ofWindow(), number("consecutiveFailures"), cause());
      case "frozen" ->
          "Endpoint %s was frozen after %s failures in a row%s; %s failed. It receives nothing until it is enabled."
              .formatted(endpoint(), number("consecutiveFailures"), cause(), ofWindow());
      case "recovered" ->
          "Endpoint %s has recovered and receives messages again.".formatted(endpoint());
      case "paused" ->
          "Endpoint %s was paused%s. Its due messages are held until it is resumed."
              .formatted(
                  endpoint(),
                  text("pausedBy").equals("gone")
                      ? " because the receiver responded with status 410, which is final"
                      : "");
      case "certificate_expiring" ->
          "The client certificate of endpoint %s expires at %s. Set a new one before then."
              .formatted(endpoint(), escaped(text("certificateExpiresAt")));
      case "dropped" -> drops();
      default -> "%s %s of endpoint %s.".formatted(event.objCode(), event.eventType(), endpoint());
    };
  }

  private String drops() {
    JsonObject reasons =
        state.get("reasons") instanceof JsonObject object
            ? object
            : (JsonObject) JsonReader.read(EMPTY);
    String sample =
        state.get("sampleIds") instanceof JsonArray ids
                && !ids.elements().isEmpty()
                && ids.elements().getFirst() instanceof JsonText(String id)
            ? " For example " + escaped(id) + "."
            : "";
    String rejected = number(reasons, "rejected");
    return "Messages dropped for endpoint %s: %s%s. No retry was left for %s, and %s expired while they were held.%s%s"
        .formatted(
            endpoint(),
            number("count"),
            cause(),
            number(reasons, "retries_exhausted"),
            number(reasons, "expired"),
            rejected.equals("0") ? "" : " " + rejected + " were rejected with a final status.",
            sample);
  }

  private String endpoint() {
    String url = text("url");
    String customer = text("customerId");
    String name = url.isEmpty() ? String.valueOf(event.objId()) : url;
    return escaped(name) + (customer.isEmpty() ? "" : " of customer " + escaped(customer));
  }

  private String cause() {
    String error = text("lastError");
    return error.isEmpty() ? "" : " (the last: " + escaped(error) + ")";
  }

  /** One sentence with the last state stands for changes that came too soon after another. */
  private String changes() {
    String changes = number("changes");
    return changes.equals("0") || changes.equals("1")
        ? ""
        : " Changes since the last report: " + changes + ".";
  }

  private String waiting() {
    String waiting = number("waitingMessages");
    return waiting.equals("0") ? "" : " Messages waiting: " + waiting + ".";
  }

  private String ofWindow() {
    return number("failuresInWindow")
        + " of "
        + number("attemptsInWindow")
        + " attempts in the window";
  }

  private String link() {
    String url = text("consoleUrl");
    // The bar ends a link's address in Slack's markup.
    return url.isEmpty() ? "" : " <" + escaped(url).replace("|", "%7C") + "|Open in the console>";
  }

  private String text(String field) {
    return state.get(field) instanceof JsonText(String text) ? text : "";
  }

  private String number(String field) {
    return number(state, field);
  }

  private static String number(JsonObject from, String field) {
    return from.get(field) instanceof JsonNumber number
        ? String.format(Locale.ROOT, "%,d", Long.parseLong(number.value().toString()))
        : "0";
  }

  /** Slack requires these three characters to be escaped, and no others. */
  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
