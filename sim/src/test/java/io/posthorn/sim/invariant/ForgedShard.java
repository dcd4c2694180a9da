package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ModelWriter;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.TurnRecord;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/** A shard that does whatever a test makes up, and the model that it is compared with. */
final class ForgedShard {
  static final long START = 1_000_000_000_000L;
  static final String CUSTOMER = "c";

  final ReferenceModel model;
  final ModelWriter writer;
  final Subscription subscription = subscription("https://a.example/");
  final EndpointId endpoint = subscription.endpointId();
  private int events;

  ForgedShard(Rules rules) {
    model = new ReferenceModel(rules);
    writer = new ModelWriter(model);
    model.journal().begin(1);
    carryOut(new Command.CreateSubscription(1, subscription, new byte[0]), START);
  }

  static Subscription subscription(String url) {
    return SubscriptionFixture.like(SubscriptionFixture.plain(2, "PROJ", "*", url, START))
        .customer(CUSTOMER)
        .done();
  }

  void carryOut(Command command, long now) {
    writer.carriedOut(command, Reply.DONE, now);
  }

  static Event event(String id) {
    return new Event(
        CUSTOMER,
        id,
        "PROJ",
        Event.CREATE,
        "a",
        Instant.ofEpochMilli(START),
        null,
        JsonSlice.of("{}"),
        null,
        null);
  }

  static EventKey key(int number, long at) {
    return EventKey.of(at, 1, number, 1);
  }

  /** An event that the one subscription matches. */
  static MatchedEvent arrival(ForgedShard forged, String id, long at) {
    return new MatchedEvent(key(id.hashCode(), at), event(id), List.of(forged.subscription.id()));
  }

  /** A subscription to one more endpoint of the same customer. */
  Subscription subscribe(int number, String url) {
    Subscription more =
        SubscriptionFixture.like(SubscriptionFixture.plain(number, "PROJ", "*", url, START))
            .customer(CUSTOMER)
            .done();
    carryOut(new Command.CreateSubscription(number, more, new byte[0]), START);
    return more;
  }

  /** One event, and so one message, is accepted. */
  MessageId accept(long at) {
    return accept(subscription, at);
  }

  /** One event, and so one message of a subscription, is accepted. */
  MessageId accept(Subscription matched, long at) {
    int number = events++;
    EventKey key = key(number, at);
    Event event = event("e" + number);
    Command.AcceptEvents command =
        new Command.AcceptEvents(9, List.of(new MatchedEvent(key, event, List.of(matched.id()))));
    writer.carriedOut(
        command, new Reply.Accepted(List.of(new Reply.Receipt(event.id(), key, false))), at);
    return new MessageId(key, 0);
  }

  Message message(MessageId id) {
    return known(id).message();
  }

  private ExpectedMessage known(MessageId id) {
    return Objects.requireNonNull(model.messages().get(id));
  }

  /** A request, as the rules would have it but for its time. */
  Effect.Send send(MessageId id, long now, boolean probe) {
    Message message = message(id);
    return send(
        new AttemptTicket(
            message.endpoint(),
            id,
            message.attempts() + 1,
            message.slot(),
            message.lane(),
            probe,
            now));
  }

  Effect.Send send(AttemptTicket ticket) {
    ExpectedMessage known = known(ticket.message());
    Subscription matched =
        Objects.requireNonNull(model.subscriptions().get(known.message().subscription()));
    return new Effect.Send(
        ticket,
        known.event(),
        known.message().rendering(),
        matched,
        new SendTarget(matched.url(), EndpointSettings.NONE, EndpointSecrets.of(new byte[0])),
        known.message().order() == null ? null : known.message().order().sequenceText());
  }

  void start(MessageId id, long now, boolean probe) {
    writer.started(send(id, now, probe));
  }

  /** A request is started and its outcome recorded, all by the rules. */
  void attempt(MessageId id, Outcome outcome, long now) {
    Effect.Send send = send(id, now, false);
    writer.started(send);
    writer.recorded(expect(send, outcome, now));
  }

  ExpectedOutcome expect(Effect.Send send, Outcome outcome, long now) {
    Command.RecordOutcome command = new Command.RecordOutcome(send.ticket(), outcome);
    return writer.expect(
        command, known(send.ticket().message()), recorded(send, outcome, now, 0), now);
  }

  /** An attempt's record that leaves its message waiting until a given time. */
  static Attempt recorded(Effect.Send send, Outcome outcome, long now, long nextAt) {
    AttemptTicket t = send.ticket();
    return new Attempt(
        t.number(),
        t.slot(),
        t.probe(),
        t.endpoint(),
        t.startedAt(),
        now,
        outcome,
        MessageStatus.WAITING,
        EndReason.NONE,
        nextAt);
  }

  /** A turn that says that nothing is to be done until a given time. */
  static TurnRecord idleTurn(long now, long wakeAt) {
    return new TurnRecord(2, true, now, List.of(), List.of(), wakeAt, 0, 0);
  }
}
