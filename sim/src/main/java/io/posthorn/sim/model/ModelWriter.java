package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;

/** The writer of the model: applies commands, replies and effects, by the naive rules alone. */
public final class ModelWriter {
  private final ReferenceModel model;
  private final OutcomeModel outcomes;
  private final BulkJobModel bulk;
  private final SubscriptionModel subscriptions;
  private final EndpointModel endpoints;

  public ModelWriter(ReferenceModel model) {
    this.model = model;
    this.outcomes = new OutcomeModel(model);
    this.bulk = new BulkJobModel(model);
    this.subscriptions = new SubscriptionModel(model, bulk);
    this.endpoints = new EndpointModel(model);
  }

  /**
   * Applies a command that was carried out.
   *
   * @return the changes of endpoints that must follow
   */
  public List<ExpectedEndpoint.Change> carriedOut(Command command, Reply reply, long now) {
    return switch (command) {
      case Command.AcceptEvents c -> none(() -> subscriptions.accepted(c, reply));
      case Command.CreateSubscription c -> none(() -> subscriptions.put(c.subscription(), now));
      case Command.ChangeSubscription c -> none(() -> subscriptions.put(c.subscription(), now));
      case Command.DeleteSubscription c -> none(() -> subscriptions.deleted(c.subscription()));
      case Command.EnableEndpoint c -> endpoints.enabled(c.endpoint(), now);
      case Command.EnableEndpoints c -> endpoints.enabled(c, now);
      case Command.PauseEndpoint c -> endpoints.paused(c.endpoint());
      case Command.ResumeEndpoint c -> endpoints.resumed(c.endpoint());
      case Command.ConfigureEndpoint c -> none(() -> endpoints.configured(c));
      case Command.SetSecrets _, Command.PutCustomer _, Command.PutKey _, Command.DeleteKey _ ->
          List.of(); // nothing that deliveries depend on
      case Command.Note _ -> List.of();
      case Command.RemoveEarly _ -> none(model::removeEarly);
      case Command.Audited c -> audited(c, reply, now);
      case Command.ReplayMessage c -> none(() -> replayed(c.message(), now));
      case Command.CancelMessage c -> none(() -> cancelled(c.message()));
      case Command.RetryMessage c -> none(() -> retried(c.message(), now));
      case Command.StartBulk c -> none(() -> bulk.started(c.job(), now));
      case Command.PauseDelivery c -> none(() -> model.pause(c.customerId(), true));
      case Command.ResumeDelivery c -> none(() -> endpoints.resumed(c.customerId()));
      case Command.EraseCustomer c -> none(() -> erased(c.customerId()));
      case Command.RecordOutcome c ->
          throw new IllegalArgumentException("outcomes are applied by recorded()");
      case Command.RecordToken c ->
          throw new IllegalArgumentException("tokens are applied by tokenRecorded()");
      case Command.ReturnRequest c ->
          throw new IllegalArgumentException("the simulated host sends every request");
      case Command.Transfer c -> throw new IllegalArgumentException("a single shard has no other");
    };
  }

  private void erased(String customerId) {
    subscriptions.erased(customerId);
    model.endpoints().values().stream()
        .filter(endpoint -> endpoint.customerId().equals(customerId))
        .forEach(endpoint -> model.tokens().reset(endpoint.id()));
  }

  /** Applies the result of a request for an access token. */
  public void tokenRecorded(Command.RecordToken command, long now) {
    EndpointId id = command.ticket().endpoint();
    ExpectedEndpoint endpoint = model.endpoints().get(id);
    if (!model.tokens().ended(command.ticket()) || endpoint == null) {
      return;
    }
    if (command.result() instanceof TokenResult.AccessToken token) {
      model.tokens().keep(id, token, now);
      model.endpoints().put(id, endpoint.withToken());
    } else if (!model.tokens().usable(id, now)) {
      model.tokens().failed(id);
      model.endpoints().put(id, endpoint.withoutToken(now));
    }
  }

  public void fetched(Effect.FetchToken fetch) {
    model.tokens().fetched(fetch);
  }

  private List<ExpectedEndpoint.Change> audited(Command.Audited command, Reply reply, long now) {
    model.audited().put((long) model.audited().size(), command.entry());
    return carriedOut(command.command(), reply, now);
  }

  private static List<ExpectedEndpoint.Change> none(Runnable update) {
    update.run();
    return List.of();
  }

  /**
   * The expected result of an outcome.
   *
   * @param recorded the attempt as the shard recorded it, used only where the rules leave a choice
   */
  public ExpectedOutcome expect(
      Command.RecordOutcome command, ExpectedMessage known, Attempt recorded, long now) {
    return outcomes.expect(command, known, recorded, now);
  }

  /** Applies an outcome. */
  public List<ExpectedEndpoint.Change> recorded(ExpectedOutcome expected) {
    AttemptTicket ended = expected.ticket();
    model.tokens().outcome(ended.endpoint(), ended.message(), expected.outcome().status());
    InFlightRequests.Request request = model.inFlight().end(ended.message());
    if (request != null) {
      model.inFlight().adapt(request.host(), expected.outcome(), model.rules().limits());
    }
    model.endpoints().put(expected.ticket().endpoint(), expected.endpointAfter());
    ExpectedMessage after = expected.before().with(expected.after());
    model.put(after);
    bulk.ended(after, expected.now());
    if (expected.change() == EndpointChange.RECOVERED) {
      endpoints.backInLanes(expected.ticket().endpoint());
    }
    boolean receivesNot =
        expected.change() == EndpointChange.RECOVERED && expected.endpointAfter().paused();
    List<ExpectedEndpoint.Change> changes = new ArrayList<>();
    if (expected.change() != null && !receivesNot) {
      changes.add(new ExpectedEndpoint.Change(expected.ticket().endpoint(), expected.change()));
    }
    if (expected.gone()) {
      changes.add(new ExpectedEndpoint.Change(expected.ticket().endpoint(), EndpointChange.PAUSED));
    }
    return changes;
  }

  /** Notes that a change becomes known. */
  public void changed(ExpectedEndpoint.Change change, long now) {
    endpoints.reported(change.endpoint(), now);
  }

  /** Notes that an endpoint dropped a message. */
  public void dropped(EndpointId endpoint) {
    endpoints.dropped(endpoint);
  }

  /** Notes that drops, and changes which came too soon after another, have become known by now. */
  public void changesReported(long now) {
    endpoints.reportedAll(now);
  }

  public void started(Effect.Send send) {
    AttemptTicket ticket = send.ticket();
    model.inFlight().start(InFlightRequests.Request.of(send));
    model.tokens().started(send);
    if (ticket.probe()) {
      ExpectedEndpoint endpoint = model.endpoint(ticket.endpoint());
      model
          .endpoints()
          .put(endpoint.id(), endpoint.probeStarted(ticket.message(), ticket.startedAt()));
    }
  }

  /** Applies the end of a message by a sweep. */
  public void ended(Effect.MessageEnded end) {
    ExpectedMessage known = model.messages().get(end.message());
    if (known != null) {
      model.inFlight().end(known.id()); // only an erased customer ends a message in flight
      Message here = known.message().movedTo(end.endpoint());
      ExpectedMessage after = known.with(here.ended(end.status(), end.reason(), end.at()));
      model.put(after);
      ExpectedEndpoint endpoint = model.endpoints().get(end.endpoint());
      if (endpoint != null && known.id().equals(endpoint.probe())) {
        model.endpoints().put(endpoint.id(), endpoint.withoutProbe());
      }
      bulk.ended(after, end.at());
    }
  }

  /** Applies the replay of a message and returns its expected form. */
  public Message replayed(ExpectedMessage known, long now) {
    Message again = known.message().replayedTo(subscriptions.current(known), now, now);
    if (again.order() != null) {
      model.order().joined(again.id());
    }
    model.put(known.with(again));
    bulk.replayed(known.with(again), now);
    return again;
  }

  /** Applies a message of an operational event, which its turn may have moved or cancelled. */
  public void operationalMessage(ExpectedMessage known) {
    Subscription subscription = model.subscriptions().get(known.message().subscription());
    Message message = known.message();
    Message made =
        subscription == null
            ? message
            : model.order().accepted(known.event(), message, subscription);
    model.put(known.with(made.movedTo(subscriptions.current(known))));
    bulk.arrived(known);
    if (!model.subscriptions().has(known.message().subscription())) {
      model
          .cancellations()
          .put(
              known.id(),
              new ExpectedMessage.Cancellation(EndReason.SUBSCRIPTION_DELETED, true, true));
    }
  }

  /** Applies the position of an ordered message, as its record has it. */
  public Message placed(ExpectedMessage known, Message record) {
    Message placed = OrderModel.recorded(known.message(), record);
    model.order().noted(placed);
    model.put(known.with(placed));
    return placed;
  }

  private void replayed(MessageId id, long now) {
    ExpectedMessage known = model.messages().get(id);
    if (known != null) {
      replayed(known, now);
    }
  }

  /** Applies the retry of a message and returns its expected form. */
  public Message retried(ExpectedMessage known, long now) {
    Message message = known.message();
    Message again = message.nextAt() > now ? message.requested(now) : message;
    model.put(known.with(again));
    return again;
  }

  private void retried(MessageId id, long now) {
    ExpectedMessage known = model.messages().get(id);
    if (known != null) {
      retried(known, now);
    }
  }

  private void cancelled(MessageId id) {
    boolean soon = !model.inFlight().has(id);
    model
        .cancellations()
        .put(id, new ExpectedMessage.Cancellation(EndReason.BY_REQUEST, true, soon));
  }

  /** Applies the end of all work of the shard: every sweep has finished. */
  public void settled() {
    if (!model.settled()) {
      model.settle(true);
      subscriptions.forgetErased();
      bulk.settled();
    }
  }

  /** Applies the opening of a shard, which creates the operator's endpoint if there is none. */
  public void opened(long now) {
    OperatorSubscription operatorSubscription = model.rules().operatorSubscription();
    Subscription operator =
        operatorSubscription == null ? null : operatorSubscription.subscription();
    if (operator != null && !model.endpoints().has(operator.endpointId())) {
      subscriptions.put(operator, now);
    }
  }

  /** Forgets what a crash lost. */
  public void crashed(long survivingCommit) {
    model.journal().rollBackTo(survivingCommit);
    model.journal().begin(survivingCommit);
    if (model.inFlight().all().stream().anyMatch(this::leftItsEndpoint)) {
      model.settle(false); // a sweep has to look for it again
    }
    model.inFlight().forget();
    model.tokens().forget();
  }

  /** Returns whether a message's subscription was moved or deleted while it was in flight. */
  private boolean leftItsEndpoint(InFlightRequests.Request request) {
    ExpectedMessage known = model.messages().get(request.ticket().message());
    return known != null
        && known.waiting()
        && (!known.message().endpoint().equals(request.ticket().endpoint())
            || model.cancelledAtOnce(known.id()));
  }

  /** The messages of an endpoint whose probes failed; they wait behind all others. */
  static List<Message> probed(ReferenceModel model, EndpointId endpoint) {
    List<Message> probed = new ArrayList<>();
    for (LanePosition position : List.copyOf(model.lanes().of(endpoint, Lane.PROBED))) {
      ExpectedMessage known = model.messages().get(position.message());
      if (known != null) {
        probed.add(known.message());
      }
    }
    return probed;
  }
}
