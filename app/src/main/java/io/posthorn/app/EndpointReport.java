package io.posthorn.app;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How an endpoint is, in words. */
final class EndpointReport {
  private final ApiObject endpoint;
  private final Moments moments;

  EndpointReport(ApiObject endpoint, Moments moments) {
    this.endpoint = endpoint;
    this.moments = moments;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(endpoint.text("id") + "  " + endpoint.text("url"));
    lines.add("State     " + state());
    lines.add("Attempts  " + attempts());
    lines.add("Last      " + last());
    lines.add("Waiting   " + waiting());
    List<ApiObject> rules = endpoint.objects("closeness");
    if (!rules.isEmpty()) {
      lines.add("How close it is to each rule:");
    }
    for (ApiObject rule : rules) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %5.1f %%  %-8s  when: %s",
              rule.decimal("share") * 100,
              rule.text("rule"),
              rule.text("needs")));
      lines.add(" ".repeat(21) + "now:  " + rule.text("now"));
    }
    return lines.stream().map(Printable::line).toList();
  }

  /** What its circuit does, and what has to happen for that to change. */
  String state() {
    String id = endpoint.text("id");
    String state =
        switch (endpoint.text("status")) {
          case "disabled" -> "disabled since " + when("disabledAt") + "; " + probe();
          case "frozen" ->
              "frozen since "
                  + when("frozenAt")
                  + "; nothing is sent until somebody enables it: posthorn enable "
                  + id;
          default -> endpoint.text("status") + patience();
        };
    String paused = "paused by a person: nothing is sent until: posthorn enable " + id;
    return endpoint.flag("paused") ? state + "; " + paused : state;
  }

  private String probe() {
    Instant next = endpoint.moment("nextProbeAt");
    return next == null || next.isBefore(moments.now())
        ? "a probe is due: the next message is one"
        : "the next probe is due at " + moments.at(next) + ", " + moments.distance(next);
  }

  private String patience() {
    Instant until = endpoint.moment("retryAfterUntil");
    return until == null || until.isBefore(moments.now())
        ? ""
        : "; it asked for patience (Retry-After) until " + when("retryAfterUntil");
  }

  private String attempts() {
    ApiObject window = endpoint.object("window");
    return String.format(
        Locale.ROOT,
        "%,d succeeded, %,d failed, %,d failures in a row; in the window %,d, of which %s failed",
        endpoint.number("successes"),
        endpoint.number("failures"),
        endpoint.number("consecutiveFailures"),
        window.number("attempts"),
        percent(window.decimal("failureRate")));
  }

  private String last() {
    return "success " + when("lastSuccessAt") + "; failure " + when("lastFailureAt");
  }

  private String waiting() {
    ApiObject waiting = endpoint.object("waiting");
    return String.format(
        Locale.ROOT,
        "%,d for their first attempt, %,d for a retry; up to %s at a time",
        waiting.number("first"),
        waiting.number("retry"),
        Moments.counted(endpoint.number("allowance"), "request"));
  }

  private String when(String field) {
    Instant moment = endpoint.moment(field);
    return moment == null ? "never" : moments.at(moment) + " (" + moments.distance(moment) + ")";
  }
}
