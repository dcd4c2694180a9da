package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.text.DurationText;
import java.io.IOException;
import java.util.Locale;

/** The distance of an endpoint to each rule that disables or freezes it, in numbers and words. */
public final class RuleDistance {
  private static final double MILLION = 1_000_000;

  private final CircuitRules rules;
  private final EndpointView endpoint;
  private final long now;

  public RuleDistance(CircuitRules rules, EndpointView endpoint, long now) {
    this.rules = rules;
    this.endpoint = endpoint;
    this.now = now;
  }

  /** Returns the failure rate in the window; 0 without attempts. */
  static double failureRate(EndpointView endpoint) {
    return endpoint.attemptsInWindow() == 0
        ? 0
        : (double) endpoint.failuresInWindow() / endpoint.attemptsInWindow();
  }

  void write(JsonGenerator json) throws IOException {
    json.writeArrayFieldStart("ruleDistance");
    rate(json);
    consecutive(json, "disabled", rules.disableConsecutive());
    quiet(json);
    consecutive(json, "frozen", rules.freezeConsecutiveAnyTime());
    json.writeEndArray();
  }

  /** Returns the progress of the closest rule that disables the endpoint, from 0 to 1. */
  public double toDisabled() {
    double limit = rules.failureRate() / MILLION;
    double rate =
        Math.min(
            share(endpoint.attemptsInWindow(), rules.minAttempts() + 1),
            limit == 0 ? 1 : failureRate(endpoint) / limit);
    return Math.clamp(
        Math.max(rate, share(endpoint.consecutiveFailures(), rules.disableConsecutive())), 0, 1);
  }

  /** Returns the counts as a sentence. */
  public String counts() {
    return "%s %d attempts within %s, of which %s failed."
        .formatted(
            inARow(),
            endpoint.attemptsInWindow(),
            DurationText.prose(rules.window()),
            percent(failureRate(endpoint)));
  }

  private void rate(JsonGenerator json) throws IOException {
    double limit = rules.failureRate() / MILLION;
    double rate = failureRate(endpoint);
    long attempts = endpoint.attemptsInWindow();
    begin(
        json,
        "disabled",
        "More than %d attempts within %s, of which more than %s fail."
            .formatted(rules.minAttempts(), DurationText.prose(rules.window()), percent(limit)),
        "%d attempts, of which %s failed.".formatted(attempts, percent(rate)));
    json.writeNumberField("attempts", attempts);
    json.writeNumberField("attemptsAbove", rules.minAttempts());
    json.writeNumberField("failureRate", rate);
    json.writeNumberField("failureRateAbove", limit);
    end(json, Math.min(share(attempts, rules.minAttempts() + 1), limit == 0 ? 1 : rate / limit));
  }

  private void consecutive(JsonGenerator json, String rule, long limit) throws IOException {
    begin(json, rule, limit + " failures in a row.", inARow());
    json.writeNumberField("consecutiveFailures", endpoint.consecutiveFailures());
    json.writeNumberField("consecutiveFailuresFrom", limit);
    end(json, share(endpoint.consecutiveFailures(), limit));
  }

  private void quiet(JsonGenerator json) throws IOException {
    long quiet = Math.max(0, now - endpoint.healthyAsOf());
    long failures = endpoint.consecutiveFailures();
    begin(
        json,
        "frozen",
        "More than %d failures in a row, and more than %s without success."
            .formatted(rules.freezeConsecutive(), DurationText.prose(rules.freezeSinceSuccess())),
        inARow() + " Without success for " + DurationText.roundedProse(quiet) + ".");
    json.writeNumberField("consecutiveFailures", failures);
    json.writeNumberField("consecutiveFailuresAbove", rules.freezeConsecutive());
    json.writeNumberField("withoutSuccessMillis", quiet);
    json.writeNumberField("withoutSuccessMillisAbove", rules.freezeSinceSuccess());
    end(
        json,
        Math.min(
            share(failures, rules.freezeConsecutive() + 1L),
            share(quiet, rules.freezeSinceSuccess() + 1)));
  }

  private String inARow() {
    return endpoint.consecutiveFailures() + " failures in a row.";
  }

  private static void begin(JsonGenerator json, String rule, String needs, String now)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("rule", rule);
    json.writeStringField("needs", needs);
    json.writeStringField("now", now);
  }

  /** Returns the progress of a rule. All conditions must hold, so the farthest one counts. */
  private static void end(JsonGenerator json, double share) throws IOException {
    json.writeNumberField("share", Math.min(1, share));
    json.writeEndObject();
  }

  private static double share(long value, long limit) {
    return limit <= 0 ? 1 : (double) value / limit;
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%.1f %%", share * 100);
  }
}
