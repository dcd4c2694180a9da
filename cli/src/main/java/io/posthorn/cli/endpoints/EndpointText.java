package io.posthorn.cli.endpoints;

import io.posthorn.cli.terminal.Printable;
import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointDetails.Auth;
import io.posthorn.client.model.EndpointDetails.Certificate;
import io.posthorn.client.model.EndpointDetails.OAuth2;
import io.posthorn.client.model.EndpointDetails.RetryPolicy;
import io.posthorn.client.model.EndpointDetails.RuleProgress;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.model.EndpointSummary.LastError;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The text of {@code posthorn endpoints ID}: the endpoint's state and what changes it. */
public final class EndpointText {
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

  /** The state of its circuit, and the pause beside it. */
  public static String status(EndpointSummary endpoint) {
    return endpoint.paused() ? endpoint.statusName() + ", paused" : endpoint.statusName();
  }

  /** The outcome of its last attempt, with its time: {@code ok 10:14:50}, {@code 503 10:15:02}. */
  public static String lastOutcome(EndpointSummary endpoint, TimeText times) {
    Instant success = endpoint.lastSuccessAt();
    Instant failure = endpoint.lastFailureAt();
    if (failure == null || (success != null && success.isAfter(failure))) {
      return success == null ? "-" : "ok " + times.at(success);
    }
    LastError error = endpoint.lastError();
    String kind =
        error == null
            ? "failed"
            : error.status() == null ? String.valueOf(error.error()) : error.status().toString();
    return kind + " " + times.at(failure);
  }

  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(summary.id() + "  " + summary.url());
    lines.add("State     " + state());
    lines.add("Attempts  " + attempts());
    lines.add("Last      " + last());
    LastError error = summary.lastError();
    if (error != null) {
      lines.add("Error     " + error(error));
    }
    lines.add("Waiting   " + waiting());
    String limits = limits();
    if (!limits.isEmpty()) {
      lines.add("Limits    " + limits);
    }
    if (endpoint.headers() != null && !endpoint.headers().isEmpty()) {
      lines.add("Headers   " + String.join(", ", endpoint.headers().keySet()));
    }
    RetryPolicy retry = endpoint.retry();
    if (retry != null) {
      lines.add("Retries   " + retries(retry));
    }
    if (!endpoint.finalStatuses().isEmpty()) {
      lines.add("Final     " + finalStatuses());
    }
    Auth auth = endpoint.auth();
    if (auth != null && auth.publicKey() != null) {
      lines.add("Signed    " + String.join(", ", auth.signatures()) + "; " + auth.publicKey());
    }
    Certificate certificate = auth == null ? null : auth.clientCertificate();
    if (certificate != null) {
      lines.add("mTLS      " + certificate.subject() + ", ends " + when(certificate.expiresAt()));
    }
    OAuth2 oauth2 = auth == null ? null : auth.oauth2();
    if (oauth2 != null) {
      lines.add("OAuth2    " + oauth2(oauth2));
    }
    if (!endpoint.ruleDistance().isEmpty()) {
      lines.add("Distance to each rule:");
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

  /** The state of its circuit, and what changes it. */
  String state() {
    String id = summary.id();
    String state =
        switch (summary.status()) {
          case DISABLED ->
              "disabled since "
                  + when(summary.disabledAt())
                  + (summary.paused() ? "" : "; " + probe());
          case FROZEN ->
              "frozen since "
                  + when(summary.frozenAt())
                  + "; nothing is sent until you enable it: posthorn enable "
                  + id;
          case ENABLED, UNKNOWN -> summary.statusName() + retryAfter();
        };
    String cause =
        "gone".equals(summary.pausedBy())
            ? "paused by status 410, which is final"
            : "paused manually";
    String paused = cause + "; nothing is sent until you resume it: posthorn resume " + id;
    return summary.paused() ? state + "; " + paused : state;
  }

  /** The limits that were set for it; empty if all are the server's. */
  private String limits() {
    List<String> limits = new ArrayList<>();
    if (endpoint.maxInFlight() != null) {
      limits.add("at most %s in flight".formatted(endpoint.maxInFlight()));
    }
    if (endpoint.maxPerSecond() != null) {
      limits.add("at most %s per second".formatted(endpoint.maxPerSecond()));
    }
    if (endpoint.timeout() != null) {
      limits.add("timeout " + endpoint.timeout());
    }
    return String.join(", ", limits);
  }

  private static String retries(RetryPolicy retry) {
    return retry.schedule() == null
        ? "%d, the first %s after acceptance, each offset about double the one before"
            .formatted(retry.limit(), retry.unit())
        : "%d, at %s after acceptance"
            .formatted(retry.schedule().size(), String.join(", ", retry.schedule()));
  }

  private String finalStatuses() {
    String statuses =
        endpoint.finalStatuses().stream().map(String::valueOf).collect(Collectors.joining(", "));
    return statuses
        + ": not retried"
        + (endpoint.countFinal() ? "" : ", not counted for the circuit");
  }

  private String probe() {
    Instant next = summary.nextProbeAt();
    if (next == null) {
      return "the next message is sent as a probe, unless delivery is paused";
    }
    return next.isBefore(times.now())
        ? "a probe is due: the next message is sent as one"
        : "the next probe is due at " + times.at(next) + ", " + times.distance(next);
  }

  private String oauth2(OAuth2 client) {
    Instant until = client.noTokenUntil();
    String wait =
        until == null || until.isBefore(times.now())
            ? ""
            : "; no access token, so nothing is sent until " + when(until);
    return client.clientId() + " at " + client.tokenUrl() + wait;
  }

  private String retryAfter() {
    Instant until = endpoint.retryAfterUntil();
    return until == null || until.isBefore(times.now())
        ? ""
        : "; it sent Retry-After, so nothing is sent until " + when(until);
  }

  private String attempts() {
    return String.format(
        Locale.ROOT,
        "%,d succeeded, %,d failed, %,d consecutive failures; %,d in the window, %s of them failed",
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

  /** The last error: status or kind, text, the start of the response, and the message. */
  private String error(LastError error) {
    StringBuilder text = new StringBuilder();
    text.append(error.status() == null ? error.error() : "status " + error.status());
    if (error.errorText() != null) {
      text.append(": ").append(error.errorText());
    }
    if (error.response() != null && !error.response().isEmpty()) {
      text.append(", response \"").append(Printable.line(error.response(), 80)).append('"');
    } else if (error.responseHidden()) {
      text.append(", response for admins only");
    }
    return text + "; attempt " + error.attempt() + " of " + error.messageId();
  }

  private String waiting() {
    return String.format(
        Locale.ROOT,
        "%,d for their first attempt, %,d for a retry%s; up to %s at a time",
        summary.waiting().first(),
        summary.waiting().retry(),
        behind(summary.waiting().order()),
        TimeText.counted(endpoint.inFlightLimit(), "request"));
  }

  private static String behind(long waiting) {
    return waiting == 0
        ? ""
        : String.format(Locale.ROOT, ", %,d for an earlier one of their object", waiting);
  }

  private String when(@Nullable Instant time) {
    return time == null ? "never" : times.at(time) + " (" + times.distance(time) + ")";
  }
}
