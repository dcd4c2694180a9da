package io.posthorn.cli.endpoints;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointDetails.RuleProgress;
import io.posthorn.client.model.EndpointSummary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The text about an endpoint: its state, and what has to happen for that to change. */
final class EndpointText {
  private final EndpointDetails endpoint;
  private final EndpointSummary summary;
  private final TimeText times;

  EndpointText(EndpointDetails endpoint, TimeText times) {
    this.endpoint = endpoint;
    this.summary = endpoint.summary();
    this.times = times;
  }

  static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(summary.id() + "  " + summary.url());
    lines.add("State     " + state());
    lines.add("Attempts  " + attempts());
    lines.add("Last      " + last());
    lines.add("Waiting   " + waiting());
    if (!endpoint.ruleDistance().isEmpty()) {
      lines.add("How close it is to each rule:");
    }
    for (RuleProgress rule : endpoint.ruleDistance()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "  %5.1f %%  %-8s  when: %s",
              rule.share() * 100,
              rule.rule(),
              rule.needs()));
      lines.add(" ".repeat(21) + "now:  " + rule.now());
    }
    return lines.stream().map(Printable::line).toList();
  }

  /** What its circuit does, and what has to happen for that to change. */
  String state() {
    String id = summary.id();
    String state =
        switch (summary.status()) {
          case DISABLED -> "disabled since " + when(summary.disabledAt()) + "; " + probe();
          case FROZEN ->
              "frozen since "
                  + when(summary.frozenAt())
                  + "; nothing is sent until somebody enables it: posthorn enable "
                  + id;
          case ENABLED, UNKNOWN -> summary.statusName() + patience();
        };
    String paused = "paused by a person: nothing is sent until: posthorn enable " + id;
    return summary.paused() ? state + "; " + paused : state;
  }

  private String probe() {
    Instant next = summary.nextProbeAt();
    return next == null || next.isBefore(times.now())
        ? "a probe is due: the next message is one"
        : "the next probe is due at " + times.at(next) + ", " + times.distance(next);
  }

  private String patience() {
    Instant until = endpoint.retryAfterUntil();
    return until == null || until.isBefore(times.now())
        ? ""
        : "; it asked for patience (Retry-After) until " + when(until);
  }

  private String attempts() {
    return String.format(
        Locale.ROOT,
        "%,d succeeded, %,d failed, %,d failures in a row; in the window %,d, of which %s failed",
        summary.successes(),
        summary.failures(),
        summary.consecutiveFailures(),
        summary.window().attempts(),
        percent(summary.window().failureRate()));
  }

  private String last() {
    return "success "
        + when(summary.lastSuccessAt())
        + "; failure "
        + when(summary.lastFailureAt());
  }

  private String waiting() {
    return String.format(
        Locale.ROOT,
        "%,d for their first attempt, %,d for a retry; up to %s at a time",
        summary.waiting().first(),
        summary.waiting().retry(),
        TimeText.counted(endpoint.inFlightLimit(), "request"));
  }

  private String when(@Nullable Instant time) {
    return time == null ? "never" : times.at(time) + " (" + times.distance(time) + ")";
  }
}
