package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an endpoint.
 *
 * @param allowance its places, before its own limit
 * @param patientUntil until when a {@code Retry-After} holds it; 0 for not at all
 * @param probe the message that was sent as a probe and whose outcome is not recorded yet
 */
public record EndpointFacts(
    EndpointId id,
    String customerId,
    String url,
    NaiveCircuit circuit,
    boolean paused,
    int allowance,
    long patientUntil,
    EndpointSettings settings,
    @Nullable MessageId probe) {

  public static EndpointFacts created(
      EndpointId id, String customerId, String url, NaiveCircuit circuit) {
    return new EndpointFacts(
        id, customerId, url, circuit, false, NaiveAllowance.START, 0, EndpointSettings.NONE, null);
  }

  /** Its state after a result, by the rules. */
  public EndpointFacts after(Outcome outcome, AttemptTicket ticket, long now, int most) {
    NaiveCircuit counted =
        outcome.success() ? circuit.succeeded(ticket.probe(), now) : circuit.failed(now);
    MessageId left = ticket.message().equals(probe) ? null : probe;
    boolean recovered =
        circuit.state() == CircuitState.DISABLED && counted.state() == CircuitState.ENABLED;
    return recovered
        ? with(counted, paused, NaiveAllowance.AFTER_HOLD, 0, null)
        : with(counted, paused, NaiveAllowance.after(outcome, allowance, most), patientUntil, left);
  }

  public EndpointFacts probeStarted(MessageId message, long now) {
    return with(circuit.probed(now), paused, allowance, patientUntil, message);
  }

  /** Held by a receiver's wish, at most as long as the limits say. */
  public EndpointFacts patient(long wish, long now, DeliveryLimits limits) {
    long until = Math.min(wish, now + limits.retryAfterHold());
    return with(circuit, paused, allowance, Math.max(patientUntil, until), probe);
  }

  public EndpointFacts enabledByApi(long now) {
    return with(circuit.enabledByApi(now), false, NaiveAllowance.AFTER_HOLD, 0, null);
  }

  public EndpointFacts pausedByApi() {
    return with(circuit, true, allowance, patientUntil, probe);
  }

  public EndpointFacts afterRedButton() {
    return with(circuit, paused, NaiveAllowance.AFTER_HOLD, patientUntil, probe);
  }

  public EndpointFacts configured(EndpointSettings changed) {
    return new EndpointFacts(
        id, customerId, url, circuit, paused, allowance, patientUntil, changed, probe);
  }

  /** Whether enabling it would change anything. */
  public boolean needsEnabling() {
    return paused || circuit.state() != CircuitState.ENABLED;
  }

  /** The most places it can have. */
  public int most(DeliveryLimits limits) {
    int general = limits.maxInFlightPerEndpoint();
    return settings.maxInFlight() == 0 ? general : Math.min(general, settings.maxInFlight());
  }

  private EndpointFacts with(
      NaiveCircuit changed,
      boolean pausedNow,
      int places,
      long patient,
      @Nullable MessageId probing) {
    return new EndpointFacts(
        id, customerId, url, changed, pausedNow, places, patient, settings, probing);
  }
}
