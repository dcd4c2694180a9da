package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One endpoint's timeline as it grows: what happens often is told once, with its numbers. */
final class Story {
  private static final long NOT = -1;

  private final String endpoint;
  private final CircuitRules rules;
  private final long lifetime;
  private final long dropGap;
  private final List<TimelineEntry> entries = new ArrayList<>();
  private final Map<EndReason, DropTally> drops = new EnumMap<>(EndReason.class);
  private ProbeTally probes = new ProbeTally();
  private @Nullable Backlog backlog;

  /** When work on the backlog ended too early; {@link #NOT} while it goes on. */
  private long brokenOffAt = NOT;

  private boolean failureIsNews;

  /**
   * Begins a story.
   *
   * @param lifetime how long a message can be held
   * @param dropGap drops that are no further apart share a line
   */
  Story(String endpoint, CircuitRules rules, long lifetime, long dropGap) {
    this.endpoint = endpoint;
    this.rules = rules;
    this.lifetime = lifetime;
    this.dropGap = dropGap;
  }

  List<TimelineEntry> entries() {
    return entries;
  }

  void tell(long at, String text) {
    entries.add(new TimelineEntry(at, endpoint, text));
  }

  void health(long at, Health health, boolean enabled, Set<MessageId> waiting) {
    failureIsNews = !health.well();
    if (at > 0 || !health.well()) {
      tell(at, "(the endpoint " + health.words() + ")");
    }
    if (health.well() && enabled && backlog == null && !waiting.isEmpty()) {
      backlog = new Backlog(at, waiting, null);
    }
  }

  void attempt(MessageId message, long at, Outcome outcome) {
    tellBrokenOff(at);
    if (!outcome.success() && failureIsNews) {
      failureIsNews = false;
      tell(at, "first failure: " + describe(outcome));
    }
    if (backlog != null && backlog.tried(message, outcome.success())) {
      tell(at, backlog.workedOff(at));
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
    DropTally tally = drops.get(reason);
    if (tally != null && !tally.near(at, dropGap)) {
      tell(tally.first(), tally.text(lifetime));
      tally = null;
    }
    if (tally == null) {
      tally = new DropTally(reason, at);
      drops.put(reason, tally);
    }
    tally.add(at);
  }

  void disabled(CircuitNews news, long at) {
    boolean rate =
        news.attempts() > rules.minAttempts()
            && Setting.WHOLE * news.failures() > rules.failureRate() * news.attempts();
    tell(
        at,
        rate
            ? "DISABLED: "
                + Words.count(news.attempts(), "attempt")
                + " in the window, "
                + Words.number(news.failures())
                + " failed ("
                + Words.percent(news.failures(), news.attempts(), rules.failureRate())
                + ")"
            : "DISABLED: " + Words.count(news.consecutive(), "failure") + " in a row");
  }

  void frozen(CircuitNews news, long at, long silence) {
    boolean anyTime = news.consecutive() >= rules.freezeConsecutiveAnyTime();
    tell(
        at,
        "FROZEN: "
            + Words.count(news.consecutive(), "failure")
            + " in a row"
            + (anyTime ? "" : " and " + Durations.length(silence) + " without a success"));
  }

  /**
   * The endpoint is held from now on, and with it what was being worked off. The attempt that was
   * the last straw is told after that, so the line waits for it.
   */
  void held(long at) {
    if (backlog != null && brokenOffAt == NOT) {
      brokenOffAt = at;
    }
  }

  private void tellBrokenOff(long now) {
    if (backlog != null && brokenOffAt != NOT && brokenOffAt != now) {
      tell(brokenOffAt, backlog.brokenOff());
      backlog = null;
      brokenOffAt = NOT;
    }
  }

  /**
   * The endpoint is enabled again.
   *
   * @param probe the message that found out; null where a person did it
   */
  void enabled(long at, long heldFor, Set<MessageId> waiting, @Nullable MessageId probe) {
    tellProbes();
    tellBrokenOff(NOT);
    Backlog released = new Backlog(at, waiting, probe);
    tell(
        at,
        "ENABLED "
            + (probe == null ? "by hand" : "by a successful probe")
            + " after "
            + Durations.length(heldFor)
            + "; "
            + (released.size() == 0
                ? "nothing was held"
                : Words.count(released.size(), "held message") + " due at once"));
    backlog = released.size() == 0 ? null : released;
  }

  private void tellProbes() {
    if (probes.count() > 0) {
      tell(probes.first(), probes.text());
    }
    probes = new ProbeTally();
  }

  void end(long at, Standing standing, long waiting, long held) {
    tellProbes();
    tellBrokenOff(NOT);
    drops.values().forEach(tally -> tell(tally.first(), tally.text(lifetime)));
    if (backlog != null) {
      tell(at, backlog.brokenOff());
    }
    String rest =
        waiting == 0
            ? "nothing waits"
            : Words.count(waiting, "message")
                + (waiting == 1 ? " waits" : " wait")
                + (held == 0 ? "" : held == waiting ? ", all held" : ", " + held + " of them held");
    tell(at, "end of the run: " + standing.text + ", " + rest);
  }
}
