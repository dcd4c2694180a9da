package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.Shard;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.embedded.ShardLoop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays a scenario: the real shard in the real loop, with everything around them in virtual time.
 * Turns are taken when something happens and when the shard asks for one, and at no other time.
 */
public final class ScenarioRun {
  /** A round hour, so that the buckets of the window begin with the run: 2026-01-01T00:00:00Z. */
  static final long START = 1_767_225_600_000L;

  private final Scenario scenario;
  private final Rules rules;
  private final Agenda agenda = new Agenda();
  private final Map<EndpointId, Receiver> receivers = new LinkedHashMap<>();
  private final NewsReader newsReader = new NewsReader();
  private final ShardLoop loop;

  private ScenarioRun(Scenario scenario) {
    this.scenario = scenario;
    this.rules = scenario.settings().rules();
    MemoryStore store = new MemoryStore();
    Shard shard = new Shard(store, rules, new ShardIdentity(0, 1), START);
    loop = new ShardLoop(shard, store, this::take);
  }

  /** Plays a scenario from its start to its end. The same scenario gives the same report. */
  public static ScenarioReport play(Scenario scenario) {
    return new ScenarioRun(scenario).play();
  }

  private ScenarioReport play() {
    long end = START + scenario.run();
    long wakeAt = loop.turn(opening(), START);
    long now = START;
    for (long next = now; next <= end; next = Math.max(now, Math.min(wakeAt, agenda.nextAt()))) {
      now = next;
      wakeAt = loop.turn(agenda.happen(now), now);
      receivers.values().forEach(Receiver::momentPassed);
    }
    List<EndpointReport> reports = new ArrayList<>();
    receivers.values().forEach(receiver -> reports.add(receiver.log().report()));
    return new ScenarioReport(scenario, reports);
  }

  /** Subscribes everybody, and puts on the agenda all that the scenario says. */
  private List<Command> opening() {
    List<Command> commands = new ArrayList<>();
    commands.add(newsReader.subscription());
    long timeout = scenario.settings().get(Setting.TIMEOUT);
    for (ScenarioEndpoint endpoint : scenario.endpoints()) {
      EndpointLog log = new EndpointLog(endpoint, scenario.run(), rules);
      Receiver receiver = new Receiver(endpoint, receivers.size() + 1, timeout, log);
      receivers.put(receiver.id(), receiver);
      commands.addAll(receiver.opening());
      receiver.plan(agenda);
    }
    return commands;
  }

  private void take(Effect effect) {
    switch (effect) {
      case Effect.Send send -> send(send);
      case Effect.AttemptRecorded e -> {
        Receiver receiver = receivers.get(e.attempt().endpoint());
        if (receiver != null) {
          receiver.log().attempt(e.message(), e.attempt(), e.attempt().recordedAt() - START);
        }
      }
      case Effect.MessageEnded e -> {
        Receiver receiver = receivers.get(e.endpoint());
        if (receiver != null) {
          long acceptedAt = e.message().event().acceptedAt() - START;
          receiver.log().ended(e.message(), e.status(), e.reason(), acceptedAt, e.at() - START);
        }
      }
      case Effect.EndpointChanged e -> {
        Receiver receiver = receivers.get(e.endpoint());
        if (receiver != null) {
          receiver.log().changed(e.change(), e.at() - START, receiver.inHand());
        }
      }
      case Effect.Answer answer -> answered(answer);
      case Effect.Forward _, Effect.Publish _ ->
          throw new IllegalStateException("a shard that is alone speaks to no other");
    }
  }

  /** Of all answers, only those to events are of interest: they say what was accepted when. */
  private void answered(Effect.Answer answer) {
    if (answer.reply() instanceof Reply.Accepted accepted) {
      receivers.values().stream()
          .filter(receiver -> receiver.number() == answer.request())
          .forEach(receiver -> receiver.accepted(accepted));
    }
  }

  private void send(Effect.Send send) {
    Receiver receiver = receivers.get(send.ticket().endpoint());
    Outcome outcome = receiver == null ? readNews(send) : receiver.answer(send);
    agenda.plan(
        send.ticket().startedAt() + outcome.durationMillis(),
        Agenda.Rank.OUTCOME,
        now -> new Command.RecordOutcome(send.ticket(), outcome));
  }

  private Outcome readNews(Effect.Send send) {
    CircuitNews news = CircuitNews.of(send.event());
    for (Receiver receiver : receivers.values()) {
      if (receiver.id().toString().equals(news.endpointId())) {
        receiver.log().news(news, news.at() - START);
      }
    }
    return Outcome.answered(200, 0);
  }
}
