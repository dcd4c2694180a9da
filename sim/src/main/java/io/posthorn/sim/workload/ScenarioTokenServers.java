package io.posthorn.sim.workload;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.core.text.DurationText;
import io.posthorn.sim.scenario.ReceiverHealth;
import io.posthorn.sim.scenario.Scenario;
import io.posthorn.sim.scenario.ScenarioEndpoint;
import io.posthorn.sim.world.FaultSource;

/** The token servers of a scenario, whose health it plans. Nothing is left to chance. */
public final class ScenarioTokenServers implements FaultSource {
  /** The time that a request for a token may take. */
  private static final long TIMEOUT = 5 * DurationText.SECOND;

  private static final long LIFETIME = DurationText.HOUR;

  private final Scenario scenario;

  public ScenarioTokenServers(Scenario scenario) {
    this.scenario = scenario;
  }

  @Override
  public long tokenDelay(TokenTicket ticket, long elapsed) {
    return Math.min(TIMEOUT, respond(ticket, elapsed).durationMillis());
  }

  @Override
  public TokenResult tokenResult(TokenTicket ticket, long elapsed) {
    Outcome outcome = respond(ticket, elapsed);
    if (outcome.durationMillis() > TIMEOUT) {
      return none("no response within " + DurationText.rounded(TIMEOUT));
    }
    if (outcome.error() != null) {
      return none(outcome.detail());
    }
    return outcome.success()
        ? new TokenResult.AccessToken("token", LIFETIME)
        : none("status " + outcome.status());
  }

  private Outcome respond(TokenTicket ticket, long elapsed) {
    ScenarioEndpoint endpoint =
        scenario.endpoints().stream()
            .filter(one -> one.id().equals(ticket.endpoint()))
            .findFirst()
            .orElseThrow();
    ScenarioEndpoint.HealthChange change = endpoint.tokenServerAt(elapsed);
    long since = elapsed - change.at();
    return change.health().respond(new ReceiverHealth.Request(since, 0, endpoint.latency()));
  }

  private static TokenResult none(String clause) {
    return new TokenResult.NoToken(Outcome.failed(ErrorKind.AUTH, 0, "no access token: " + clause));
  }
}
