package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.shard.read.EndpointView;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * An endpoint that needs attention, with the reason.
 *
 * @param since 0 if the reason is a count and not an event
 */
public record NeedsAttention(EndpointView endpoint, Kind kind, long since, String reason) {
  /** The progress from which an endpoint counts as near a limit. */
  private static final double NEAR = 0.8;

  /** The worst first, then the oldest. */
  private static final Comparator<NeedsAttention> ORDER =
      Comparator.comparing(NeedsAttention::kind).thenComparingLong(NeedsAttention::since);

  /** The reasons, most urgent first. */
  public enum Kind {
    FROZEN("frozen"),
    DISABLED("disabled"),
    NEAR_LIMIT("nearLimit"),
    PAUSED("paused");

    private final String text;

    Kind(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** Those among some endpoints that need attention, the worst first. */
  public static List<NeedsAttention> among(
      List<EndpointView> endpoints, CircuitRules rules, long now) {
    return endpoints.stream()
        .map(endpoint -> of(endpoint, rules, now))
        .flatMap(Optional::stream)
        .sorted(ORDER)
        .toList();
  }

  static Optional<NeedsAttention> of(EndpointView endpoint, CircuitRules rules, long now) {
    RuleDistance distance = new RuleDistance(rules, endpoint, now);
    if (endpoint.state() == CircuitState.FROZEN) {
      return Optional.of(
          new NeedsAttention(
              endpoint,
              Kind.FROZEN,
              endpoint.frozenAt(),
              "Receives no requests until it is enabled. " + distance.counts()));
    }
    if (endpoint.state() == CircuitState.DISABLED) {
      return Optional.of(
          new NeedsAttention(
              endpoint,
              Kind.DISABLED,
              endpoint.disabledAt(),
              "Receives only probes until one succeeds. " + distance.counts()));
    }
    if (endpoint.paused()) {
      return Optional.of(
          new NeedsAttention(
              endpoint,
              Kind.PAUSED,
              0,
              paused(endpoint) + "; due messages are held until it is resumed or enabled."));
    }
    if (distance.toDisabled() >= NEAR) {
      return Optional.of(
          new NeedsAttention(
              endpoint, Kind.NEAR_LIMIT, 0, "Close to being disabled. " + distance.counts()));
    }
    return Optional.empty();
  }

  private static String paused(EndpointView endpoint) {
    return endpoint.pausedBy() == PauseCause.GONE
        ? "Paused because the receiver responded with status 410, which is final"
        : "Paused by a user";
  }
}
