package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.DeliveryLimits;

/**
 * What is known of an endpoint.
 *
 * @param allowance its places, before its own limit
 * @param patientUntil until when a {@code Retry-After} holds it; 0 for not at all
 */
public record EndpointFacts(
    EndpointId id,
    String customerId,
    String url,
    NaiveCircuit circuit,
    boolean paused,
    int allowance,
    long patientUntil,
    EndpointSettings settings) {

  public static EndpointFacts created(
      EndpointId id, String customerId, String url, NaiveCircuit circuit) {
    return new EndpointFacts(
        id, customerId, url, circuit, false, NaiveAllowance.START, 0, EndpointSettings.NONE);
  }

  /** Its state after a result, by the rules. */
  public EndpointFacts after(Outcome outcome, boolean probe, long startedAt, long now, int most) {
    NaiveCircuit counted = outcome.success() ? circuit.succeeded(probe, now) : circuit.failed(now);
    if (probe && counted.state() == CircuitState.DISABLED) {
      counted = counted.probed(startedAt);
    }
    if (circuit.state() == CircuitState.DISABLED && counted.state() == CircuitState.ENABLED) {
      return with(counted, paused, NaiveAllowance.AFTER_HOLD, 0);
    }
    return with(counted, paused, NaiveAllowance.after(outcome, allowance, most), patientUntil);
  }

  /** Held by a receiver's wish, at most as long as the limits say. */
  public EndpointFacts patient(long wish, long now, DeliveryLimits limits) {
    long until = Math.min(wish, now + limits.retryAfterHold());
    return with(circuit, paused, allowance, Math.max(patientUntil, until));
  }

  public EndpointFacts enabledByApi(long now) {
    return with(circuit.enabledByApi(now), false, NaiveAllowance.AFTER_HOLD, 0);
  }

  public EndpointFacts pausedByApi() {
    return with(circuit, true, allowance, patientUntil);
  }

  public EndpointFacts afterRedButton() {
    return with(circuit, paused, NaiveAllowance.AFTER_HOLD, patientUntil);
  }

  public EndpointFacts configured(EndpointSettings changed) {
    return new EndpointFacts(
        id, customerId, url, circuit, paused, allowance, patientUntil, changed);
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

  private EndpointFacts with(NaiveCircuit changed, boolean pausedNow, int places, long patient) {
    return new EndpointFacts(id, customerId, url, changed, pausedNow, places, patient, settings);
  }
}
