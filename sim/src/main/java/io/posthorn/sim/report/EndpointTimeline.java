package io.posthorn.sim.report;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.text.DurationText;
import io.posthorn.sim.scenario.ReceiverHealth;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One endpoint's timeline; what happens often is summarized in one entry. */
final class EndpointTimeline {
  private static final long NOT = -1;

  private final String endpoint;
  private final CircuitRules rules;
  private final long lifetime;
  private final long dropGap;
  private final List<ReportTimeline.Entry> entries = new ArrayList<>();
  private final Map<EndReason, DropSummary> drops = new EnumMap<>(EndReason.class);
  private ProbeSummary probes = new ProbeSummary();
  private @Nullable BacklogSummary backlog;

  /** The time at which work on the backlog ended too early; {@link #NOT} while it continues. */
  private long brokenOffAt = NOT;

  private boolean reportFailure;

  /**
   * Creates an empty timeline.
   *
   * @param lifetime how long a message can be held
   * @param dropGap drops that are no further apart share an entry
   */
  EndpointTimeline(String endpoint, CircuitRules rules, long lifetime, long dropGap) {
    this.endpoint = endpoint;
    this.rules = rules;
    this.lifetime = lifetime;
    this.dropGap = dropGap;
  }

  List<ReportTimeline.Entry> entries() {
    return entries;
  }

  void add(long at, String text) {
    entries.add(new ReportTimeline.Entry(at, endpoint, text));
  }

  /**
   * The health of the endpoint, or of its token server, changed.
   *
   * @param who the one that changed
   */
  void health(long at, String who, ReceiverHealth health, boolean enabled, Set<MessageId> waiting) {
    reportFailure = !health.well();
    if (at > 0 || !health.well()) {
      add(at, "(the " + who + " " + health.words() + ")");
    }
    if (health.well() && enabled && backlog == null && !waiting.isEmpty()) {
      backlog = new BacklogSummary(at, waiting, null);
    }
  }

  void attempt(MessageId message, long at, Outcome outcome) {
    addBrokenOff(at);
    if (!outcome.success() && reportFailure) {
      reportFailure = false;
      add(at, "first failure: " + describe(outcome));
    }
    if (backlog != null && backlog.tried(message, outcome.success())) {
      add(at, backlog.workedOff(at));
      backlog = null;
      brokenOffAt = NOT;
    }
  }

  void probeFailed(long startedAt) {
    probes.failed(startedAt);
  }

  private static String describe(Outcome outcome) {
    return outcome.error() == null ? "status " + outcome.status() : outcome.detail();
  }

  void dropped(EndReason reason, long at) {
    DropSummary tally = drops.get(reason);
    if (tally != null && !tally.near(at, dropGap)) {
      add(tally.first(), tally.text(lifetime));
      tally = null;
    }
    if (tally == null) {
      tally = new DropSummary(reason, at);
      drops.put(reason, tally);
    }
    tally.add(at);
  }

  void disabled(CircuitDecision decision, long at) {
    boolean rate =
        decision.attempts() > rules.minAttempts()
            && NumberText.MILLION * decision.failures() > rules.failureRate() * decision.attempts();
    add(
        at,
        rate
            ? "DISABLED: "
                + NumberText.count(decision.attempts(), "attempt")
                + " in the window, "
                + NumberText.number(decision.failures())
                + " failed ("
                + NumberText.percent(decision.failures(), decision.attempts(), rules.failureRate())
                + ")"
            : "DISABLED: " + NumberText.count(decision.consecutive(), "failure") + " in a row");
  }

  void frozen(CircuitDecision decision, long at, long silence) {
    boolean anyTime = decision.consecutive() >= rules.freezeConsecutiveAnyTime();
    add(
        at,
        "FROZEN: "
            + NumberText.count(decision.consecutive(), "failure")
            + " in a row"
            + (anyTime ? "" : " and " + DurationText.rounded(silence) + " without a success"));
  }

  /**
   * The endpoint is held from now on, and with it the backlog. The attempt that caused this is
   * reported after it, so the entry waits for that.
   */
  void held(long at) {
    if (backlog != null && brokenOffAt == NOT) {
      brokenOffAt = at;
    }
  }

  private void addBrokenOff(long now) {
    if (backlog != null && brokenOffAt != NOT && brokenOffAt != now) {
      add(brokenOffAt, backlog.brokenOff());
      backlog = null;
      brokenOffAt = NOT;
    }
  }

  /**
   * The endpoint is enabled again.
   *
   * @param probe the probe that succeeded; null if an operator enabled it
   */
  void enabled(long at, long heldFor, Set<MessageId> waiting, @Nullable MessageId probe) {
    addProbes();
    addBrokenOff(NOT);
    BacklogSummary released = new BacklogSummary(at, waiting, probe);
    add(
        at,
        "ENABLED "
            + (probe == null ? "by hand" : "by a successful probe")
            + " after "
            + DurationText.rounded(heldFor)
            + "; "
            + (released.size() == 0
                ? "nothing was held"
                : NumberText.count(released.size(), "held message") + " due at once"));
    backlog = released.size() == 0 ? null : released;
  }

  private void addProbes() {
    if (probes.count() > 0) {
      add(probes.first(), probes.text());
    }
    probes = new ProbeSummary();
  }

  void end(long at, StatusStrip.Status status, long waiting, long held) {
    addProbes();
    addBrokenOff(NOT);
    drops.values().forEach(tally -> add(tally.first(), tally.text(lifetime)));
    if (backlog != null) {
      add(at, backlog.brokenOff());
    }
    String rest =
        waiting == 0
            ? "nothing waits"
            : NumberText.count(waiting, "message")
                + (waiting == 1 ? " waits" : " wait")
                + (held == 0 ? "" : held == waiting ? ", all held" : ", " + held + " of them held");
    add(at, "end of the run: " + status.text + ", " + rest);
  }
}
