package io.posthorn.sim.report;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.scenario.Scenario;
import io.posthorn.sim.scenario.ScenarioEndpoint;
import io.posthorn.sim.world.CommandRequests;
import io.posthorn.sim.world.Scheduler;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.World;
import io.posthorn.sim.world.WorldListener;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The recorder of a scenario's world for the report: passes each effect to its endpoint's recorder.
 */
public final class ScenarioRecorder implements WorldListener {
  private final World world;
  private final Scenario scenario;
  private final long start;
  private final Map<EndpointId, EndpointRecorder> endpoints = new LinkedHashMap<>();

  /** The endpoints that an operator enabled or paused in the current turn. */
  private final Set<EndpointId> byHand = new HashSet<>();

  /** Creates a recorder of a world whose scenario has not begun. */
  public ScenarioRecorder(World world, Scenario scenario) {
    this.world = world;
    this.scenario = scenario;
    this.start = world.clock().wallMillis();
    for (ScenarioEndpoint endpoint : scenario.endpoints()) {
      endpoints.put(endpoint.id(), new EndpointRecorder(endpoint, scenario));
    }
  }

  /** Schedules the changes of the receivers' health, for the timeline. */
  public void plan() {
    for (ScenarioEndpoint endpoint : scenario.endpoints()) {
      for (ScenarioEndpoint.HealthChange change : endpoint.health()) {
        at(change.at(), () -> recorderOf(endpoint).health(change.at(), change.health()));
      }
      for (ScenarioEndpoint.HealthChange change : endpoint.tokenServer()) {
        at(change.at(), () -> recorderOf(endpoint).tokenServer(change.at(), change.health()));
      }
    }
  }

  private void at(long time, Runnable action) {
    world.scheduler().after(time - world.clock().elapsed(), Scheduler.Phase.RECEIVER, action);
  }

  private EndpointRecorder recorderOf(ScenarioEndpoint endpoint) {
    return Objects.requireNonNull(endpoints.get(endpoint.id()));
  }

  @Override
  public void turned(TurnRecord turn) {
    byHand.clear();
    for (Command command : turn.batch()) {
      switch (CommandRequests.plain(command)) {
        case Command.EnableEndpoint enable -> byHand.add(enable.endpoint());
        case Command.ResumeEndpoint resume -> byHand.add(resume.endpoint());
        case Command.PauseEndpoint pause -> byHand.add(pause.endpoint());
        default -> {} // not an operator's action
      }
    }
  }

  @Override
  public void released(TurnRecord turn, Effect effect) {
    switch (effect) {
      case Effect.Send e -> sent(e);
      case Effect.AttemptRecorded e -> {
        EndpointRecorder recorder = endpoints.get(e.attempt().endpoint());
        if (recorder != null) {
          recorder.attempt(e.message(), e.attempt(), sinceStart(e.attempt().recordedAt()));
        }
      }
      case Effect.MessageEnded e -> {
        EndpointRecorder recorder = endpoints.get(e.endpoint());
        if (recorder != null) {
          long acceptedAt = sinceStart(e.message().event().acceptedAt());
          recorder.ended(e.message(), e.status(), e.reason(), acceptedAt, sinceStart(e.at()));
        }
      }
      case Effect.EndpointChanged e -> {
        EndpointRecorder recorder = endpoints.get(e.endpoint());
        if (recorder != null) {
          recorder.changed(e.change(), sinceStart(e.at()), byHand.contains(e.endpoint()));
        }
      }
      case Effect.SendReply e -> replied(e.reply());
      case Effect.FetchToken _ -> {} // without a token, an attempt says so
      case Effect.Forward _, Effect.Publish _ ->
          throw new IllegalStateException("the only shard sent a command to another shard");
    }
  }

  /** The receiver of operational events is no endpoint of the scenario. */
  private void sent(Effect.Send send) {
    EndpointRecorder recorder = endpoints.get(send.ticket().endpoint());
    if (recorder == null) {
      CircuitDecision decision = CircuitDecision.of(send.event());
      endpoints.forEach(
          (id, about) -> {
            if (id.toString().equals(decision.endpointId())) {
              about.circuitDecided(decision, sinceStart(decision.at()));
            }
          });
    } else if (send.ticket().probe()) {
      recorder.probing(send.ticket().message());
    }
  }

  /** Of all replies only those to events matter: they say when a message was accepted. */
  private void replied(Reply reply) {
    if (reply instanceof Reply.Accepted accepted) {
      for (Reply.Receipt receipt : accepted.events()) {
        int number = ScenarioEndpoint.EventId.parse(receipt.eventId()).endpoint();
        recorderOf(scenario.endpoints().get(number - 1))
            .accepted(new MessageId(receipt.key(), 0), sinceStart(receipt.key().acceptedAt()));
      }
    }
  }

  private long sinceStart(long time) {
    return time - start;
  }

  /** The report of everything recorded so far. */
  public ScenarioReport report() {
    List<EndpointResult> results =
        endpoints.values().stream().map(EndpointRecorder::result).toList();
    return new ScenarioReport(scenario, results);
  }
}
