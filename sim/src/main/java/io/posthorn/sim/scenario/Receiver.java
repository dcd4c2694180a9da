package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Arrival;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** One endpoint of a scenario on stage: gets its events, answers its requests, meets its people. */
final class Receiver {
  private static final String CODE = "SCENARIO";
  private static final JsonSlice STATE = JsonSlice.of("{}");

  private final ScenarioEndpoint endpoint;
  private final int number;
  private final long timeout;
  private final EndpointLog log;
  private final TargetUrl url;
  private final EndpointId id;
  private int posted;
  private boolean inHand;

  /**
   * Sets one up.
   *
   * @param number its own among the receivers, from 1; its events bear it as their request
   * @param timeout what holds where the endpoint has none of its own
   */
  Receiver(ScenarioEndpoint endpoint, int number, long timeout, EndpointLog log) {
    this.endpoint = endpoint;
    this.number = number;
    this.timeout = timeout;
    this.log = log;
    this.url = TargetUrl.parse("https://receiver-" + number + ".example/");
    this.id = url.endpointOf(NewsReader.CUSTOMER);
  }

  int number() {
    return number;
  }

  EndpointId id() {
    return id;
  }

  EndpointLog log() {
    return log;
  }

  /** Whether a person enabled or paused it in this moment. */
  boolean inHand() {
    return inHand;
  }

  void momentPassed() {
    inHand = false;
  }

  List<Command> opening() {
    List<Command> commands = new ArrayList<>();
    commands.add(NewsReader.subscribe(number, CODE + number, url));
    if (!endpoint.settings().equals(EndpointSettings.NONE)) {
      commands.add(
          new Command.ConfigureEndpoint(0, NewsReader.CUSTOMER, id, endpoint.settings(), null));
    }
    return commands;
  }

  /** Puts on the agenda all that the scenario says of this endpoint. */
  void plan(Agenda agenda) {
    for (ScenarioEndpoint.Change change : endpoint.health()) {
      agenda.plan(
          ScenarioRun.START + change.at(),
          Agenda.Rank.HEALTH,
          now -> {
            log.health(change.at(), change.health());
            return null;
          });
    }
    for (ScenarioEndpoint.Action action : endpoint.actions()) {
      agenda.plan(ScenarioRun.START + action.at(), Agenda.Rank.PERSON, now -> act(action.deed()));
    }
    endpoint.events().forEach(flow -> planEvent(agenda, flow, 0));
  }

  private Command act(ScenarioEndpoint.Deed deed) {
    inHand = true;
    return switch (deed) {
      case ENABLE -> new Command.EnableEndpoint(0, NewsReader.CUSTOMER, id);
      case PAUSE -> new Command.PauseEndpoint(0, NewsReader.CUSTOMER, id);
    };
  }

  /** Each event plans the next one of its flow. */
  private void planEvent(Agenda agenda, EventFlow flow, long event) {
    if (event < flow.total()) {
      agenda.plan(
          ScenarioRun.START + flow.at(event),
          Agenda.Rank.EVENT,
          now -> {
            planEvent(agenda, flow, event + 1);
            return post(now);
          });
    }
  }

  private Command post(long now) {
    EventKey key = EventKey.of(now, number, ++posted, 1);
    Event event =
        new Event(
            NewsReader.CUSTOMER,
            number + "-" + posted,
            CODE + number,
            Event.UPDATE,
            null,
            Instant.ofEpochMilli(now),
            null,
            STATE,
            null,
            null);
    return new Command.AcceptEvents(
        number, List.of(new Arrival(key, event, List.of(new SubscriptionId(0, number)))));
  }

  /** The shard has taken events in. */
  void accepted(Reply.Accepted reply) {
    for (Reply.Receipt receipt : reply.events()) {
      EventKey key = receipt.key();
      log.accepted(new MessageId(key, 0), key.acceptedAt() - ScenarioRun.START);
    }
  }

  Outcome answer(Effect.Send send) {
    long at = send.ticket().startedAt() - ScenarioRun.START;
    MessageId message = send.ticket().message();
    if (send.ticket().probe()) {
      log.probing(message);
    }
    ScenarioEndpoint.Change change = endpoint.healthAt(at);
    long since = at - change.at();
    Outcome outcome =
        change
            .health()
            .answer(new Health.Request(since, log.numberOf(message), endpoint.latency()));
    long own = send.target().settings().timeoutMillis();
    return Health.within(own > 0 ? own : timeout, outcome);
  }
}
