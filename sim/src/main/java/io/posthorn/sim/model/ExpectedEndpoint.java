package io.posthorn.sim.model;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.EndpointChange;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as it must be.
 *
 * @param inFlightLimit how many requests its results allow at once, before its own limit
 * @param retryAfterUntil until when a {@code Retry-After} holds it; 0 for not at all
 * @param tokenFailures failures in a row to get an access token
 * @param noTokenUntil until when nothing but probes starts without one; 0 for not at all
 * @param probe the message that was sent as a probe and whose outcome is not recorded yet
 * @param reports its changes and drops that format slack got, and those that it has not got yet
 */
public record ExpectedEndpoint(
    EndpointId id,
    String customerId,
    String url,
    NaiveCircuit circuit,
    boolean paused,
    int inFlightLimit,
    long retryAfterUntil,
    int tokenFailures,
    long noTokenUntil,
    EndpointSettings settings,
    @Nullable MessageId probe,
    Reports reports) {
  /**
   * The events about an endpoint in format slack.
   *
   * @param latest the time of the latest one; 0 if there was none
   * @param owed whether a change came too soon after it
   * @param drops whether a message was dropped since the latest one about drops
   */
  public record Reports(long latest, boolean owed, boolean drops) {
    static final Reports NONE = new Reports(0, false, false);

    /** Returns whether an event at a time would be too soon after the latest one. */
    public boolean tooSoon(long now, DeliveryLimits limits) {
      return latest > 0 && now < latest + limits.operationalEventInterval();
    }
  }

  /** A change that the rules demand and that must become known. */
  public record Change(EndpointId endpoint, EndpointChange change) {}

  public static ExpectedEndpoint created(
      EndpointId id, String customerId, String url, NaiveCircuit circuit) {
    return new ExpectedEndpoint(
        id,
        customerId,
        url,
        circuit,
        false,
        NaiveInFlightLimit.START,
        0,
        0,
        0,
        EndpointSettings.NONE,
        null,
        Reports.NONE);
  }

  /** Its state after an outcome. */
  public ExpectedEndpoint after(Outcome outcome, AttemptTicket ticket, long now, int most) {
    NaiveCircuit counted =
        outcome.success() ? circuit.succeeded(ticket.probe(), now) : circuit.failed(now);
    MessageId left = ticket.message().equals(probe) ? null : probe;
    boolean recovered =
        circuit.state() == CircuitState.DISABLED && counted.state() == CircuitState.ENABLED;
    return recovered
        ? with(counted, paused, NaiveInFlightLimit.AFTER_HOLD, 0, null).withTokenWait(0, 0)
        : with(
            counted,
            paused,
            NaiveInFlightLimit.after(outcome, inFlightLimit, most),
            retryAfterUntil,
            left);
  }

  /** Its state after a final response that it does not count: only the in-flight limit adapts. */
  public ExpectedEndpoint afterUncounted(Outcome outcome, AttemptTicket ticket, int most) {
    MessageId left = ticket.message().equals(probe) ? null : probe;
    int limit = NaiveInFlightLimit.after(outcome, inFlightLimit, most);
    return with(circuit, paused, limit, retryAfterUntil, left);
  }

  /** Returns whether an outcome has one of its final statuses. */
  public boolean rejects(Outcome outcome) {
    return settings.options().finalStatuses().statuses().contains(outcome.status());
  }

  /** The message of its interrupted probe ended. */
  public ExpectedEndpoint withoutProbe() {
    return with(circuit, paused, inFlightLimit, retryAfterUntil, null);
  }

  public ExpectedEndpoint probeStarted(MessageId message, long now) {
    return with(circuit.probed(now), paused, inFlightLimit, retryAfterUntil, message);
  }

  /** Its state after a {@code Retry-After}, which holds it at most as long as the limits say. */
  public ExpectedEndpoint heldByRetryAfter(long until, long now, DeliveryLimits limits) {
    long held = Math.min(until, now + limits.retryAfterHold());
    return with(circuit, paused, inFlightLimit, Math.max(retryAfterUntil, held), probe);
  }

  public ExpectedEndpoint enabledByApi(long now) {
    return with(circuit.enabledByApi(now), false, NaiveInFlightLimit.AFTER_HOLD, 0, null)
        .withTokenWait(0, 0);
  }

  public ExpectedEndpoint pausedByApi() {
    return with(circuit, true, inFlightLimit, retryAfterUntil, probe);
  }

  public ExpectedEndpoint resumedByApi() {
    return with(circuit, false, NaiveInFlightLimit.AFTER_HOLD, retryAfterUntil, probe);
  }

  public ExpectedEndpoint afterDeliveryPause() {
    return with(circuit, paused, NaiveInFlightLimit.AFTER_HOLD, retryAfterUntil, probe);
  }

  public ExpectedEndpoint configured(EndpointSettings changed) {
    boolean sameClient = Objects.equals(settings.options().oauth2(), changed.options().oauth2());
    return new ExpectedEndpoint(
        id,
        customerId,
        url,
        circuit,
        paused,
        inFlightLimit,
        retryAfterUntil,
        sameClient ? tokenFailures : 0,
        sameClient ? noTokenUntil : 0,
        changed,
        probe,
        reports);
  }

  /** There was no access token: it waits for 1, 2, 4, 8, 10, 10 ... minutes. */
  public ExpectedEndpoint withoutToken(long now) {
    int[] minutes = {1, 2, 4, 8};
    int wait = tokenFailures < minutes.length ? minutes[tokenFailures] : 10;
    return withTokenWait(tokenFailures + 1, now + wait * 60_000L);
  }

  /** It has an access token. */
  public ExpectedEndpoint withToken() {
    return withTokenWait(0, 0);
  }

  private ExpectedEndpoint withTokenWait(int failed, long until) {
    return new ExpectedEndpoint(
        id,
        customerId,
        url,
        circuit,
        paused,
        inFlightLimit,
        retryAfterUntil,
        failed,
        until,
        settings,
        probe,
        reports);
  }

  ExpectedEndpoint reported(Reports now) {
    return new ExpectedEndpoint(
        id,
        customerId,
        url,
        circuit,
        paused,
        inFlightLimit,
        retryAfterUntil,
        tokenFailures,
        noTokenUntil,
        settings,
        probe,
        now);
  }

  /** Returns whether an event about its changes in format slack is due. */
  public boolean owesReport(long now, DeliveryLimits limits) {
    return reports.owed() && !reports.tooSoon(now, limits);
  }

  /** Returns whether an event about its drops in format slack is due: changes go first. */
  public boolean owesDrops(long now, DeliveryLimits limits) {
    return reports.drops() && !reports.owed() && !reports.tooSoon(now, limits);
  }

  /** The change that leads to its state, of several the one that a user has to undo first. */
  public EndpointChange presentChange() {
    return switch (circuit.state()) {
      case FROZEN -> EndpointChange.FROZEN;
      case DISABLED -> paused ? EndpointChange.PAUSED : EndpointChange.DISABLED;
      case ENABLED -> paused ? EndpointChange.PAUSED : EndpointChange.RECOVERED;
    };
  }

  /** Its host and port. */
  public String host() {
    return InFlightRequests.hostOf(url);
  }

  /**
   * Returns whether enabling many concerns it; {@code ENABLED} stands for all paused ones. URLs of
   * simulated endpoints are in lower case.
   */
  public boolean meant(Command.EnableEndpoints command) {
    String search = command.search().text();
    boolean inState =
        command.state() == CircuitState.ENABLED ? paused : circuit.state() == command.state();
    return inState && customerId.equals(command.customerId()) && url.contains(search);
  }

  /** Returns whether enabling it would change anything. */
  public boolean needsEnabling() {
    return paused || circuit.state() != CircuitState.ENABLED;
  }

  /** The most requests that its limits allow at once. */
  public int most(DeliveryLimits limits) {
    int general = limits.maxInFlightPerEndpoint();
    return settings.maxInFlight() == 0 ? general : Math.min(general, settings.maxInFlight());
  }

  private ExpectedEndpoint with(
      NaiveCircuit changed,
      boolean pausedNow,
      int limit,
      long retryAfter,
      @Nullable MessageId probing) {
    return new ExpectedEndpoint(
        id,
        customerId,
        url,
        changed,
        pausedNow,
        limit,
        retryAfter,
        tokenFailures,
        noTokenUntil,
        settings,
        probing,
        reports);
  }
}
