package io.posthorn.sim.ledger;

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
import io.posthorn.core.subscription.Subscription;
import java.util.ArrayList;
import java.util.List;

/** Writes the ledger: what each command, answer and effect means, by the naive rules alone. */
public final class Bookkeeper {
  private final Ledger ledger;
  private final Judge judge;
  private final BulkBook bulk;
  private final SubscriptionBook subscriptions;
  private final EndpointBook endpoints;

  public Bookkeeper(Ledger ledger) {
    this.ledger = ledger;
    this.judge = new Judge(ledger);
    this.bulk = new BulkBook(ledger);
    this.subscriptions = new SubscriptionBook(ledger, bulk);
    this.endpoints = new EndpointBook(ledger);
  }

  /**
   * Notes a command that was carried out.
   *
   * @return the changes of endpoints that must come of it
   */
  public List<ChangeNote> carriedOut(Command command, Reply reply, long now) {
    return switch (command) {
      case Command.AcceptEvents c -> none(() -> subscriptions.accepted(c, reply));
      case Command.CreateSubscription c -> none(() -> subscriptions.put(c.subscription(), now));
      case Command.ChangeSubscription c -> none(() -> subscriptions.put(c.subscription(), now));
      case Command.DeleteSubscription c -> none(() -> subscriptions.deleted(c.subscription()));
      case Command.EnableEndpoint c -> endpoints.enabled(c.endpoint(), now);
      case Command.EnableEndpoints c -> endpoints.enabled(c.customerId(), c.state(), now);
      case Command.PauseEndpoint c -> endpoints.paused(c.endpoint());
      case Command.ConfigureEndpoint c -> none(() -> endpoints.configured(c));
      case Command.SetSecrets _, Command.PutCustomer _, Command.PutKey _, Command.DeleteKey _ ->
          List.of(); // nothing that deliveries depend on
      case Command.Note _ -> List.of();
      case Command.Trim _ -> none(ledger::trim);
      case Command.Audited c -> audited(c, reply, now);
      case Command.ReplayMessage c -> none(() -> replayed(c.message(), now));
      case Command.CancelMessage c -> none(() -> cancelled(c.message()));
      case Command.StartBulk c -> none(() -> bulk.started(c.job(), now));
      case Command.PauseDelivery c -> none(() -> ledger.pause(c.customerId(), true));
      case Command.ResumeDelivery c -> none(() -> endpoints.resumed(c.customerId()));
      case Command.EraseCustomer c -> none(() -> subscriptions.erased(c.customerId()));
      case Command.RecordOutcome c -> throw new IllegalArgumentException("outcomes are judged");
      case Command.Transfer c -> throw new IllegalArgumentException("a shard alone has no other");
    };
  }

  private List<ChangeNote> audited(Command.Audited command, Reply reply, long now) {
    ledger.audited().put((long) ledger.audited().size(), command.entry());
    return carriedOut(command.command(), reply, now);
  }

  private static List<ChangeNote> none(Runnable note) {
    note.run();
    return List.of();
  }

  /**
   * What must come of an outcome.
   *
   * @param recorded what the shard made of it, asked only where the contract leaves a choice
   */
  public Judgement judge(
      Command.RecordOutcome command, KnownMessage known, Attempt recorded, long now) {
    return judge.judge(command, known, recorded, now);
  }

  /** Notes an outcome as it was judged. */
  public List<ChangeNote> recorded(Judgement judged) {
    ledger.flights().end(judged.ticket().message());
    ledger.endpoints().put(judged.ticket().endpoint(), judged.endpointAfter());
    KnownMessage after = judged.before().with(judged.after());
    ledger.note(after);
    bulk.ended(after, judged.now());
    if (judged.change() == EndpointChange.RECOVERED) {
      endpoints.backInLanes(judged.ticket().endpoint());
    }
    return judged.change() == null
        ? List.of()
        : List.of(new ChangeNote(judged.ticket().endpoint(), judged.change()));
  }

  public void started(Effect.Send send) {
    AttemptTicket ticket = send.ticket();
    ledger.flights().start(new Flight(ticket, Sizes.of(send.event())));
    if (ticket.probe()) {
      EndpointFacts facts = ledger.endpoint(ticket.endpoint());
      ledger.endpoints().put(facts.id(), facts.probeStarted(ticket.message(), ticket.startedAt()));
    }
  }

  /** Notes that a sweep ended a message. */
  public void ended(Effect.MessageEnded end) {
    KnownMessage known = ledger.messages().get(end.message());
    if (known != null) {
      ledger.flights().end(known.id()); // only with its customer is one ended while in flight
      Message here = known.message().movedTo(end.endpoint());
      KnownMessage after = known.with(here.ended(end.status(), end.reason(), end.at()));
      ledger.note(after);
      bulk.ended(after, end.at());
    }
  }

  /** Notes that a message was replayed, and says what it must be now. */
  public Message replayed(KnownMessage known, long now) {
    Message again = known.message().replayedTo(subscriptions.current(known), now, now);
    ledger.note(known.with(again));
    bulk.replayed(known.with(again), now);
    return again;
  }

  /** Notes a message of the shard's own making; what its turn brought later holds for it too. */
  public void newsMade(KnownMessage known) {
    ledger.note(known.with(known.message().movedTo(subscriptions.current(known))));
    bulk.arrived(known);
    if (!ledger.subscriptions().has(known.message().subscription())) {
      ledger.doomed().put(known.id(), new Doom(EndReason.SUBSCRIPTION_DELETED, true, true));
    }
  }

  private void replayed(MessageId id, long now) {
    KnownMessage known = ledger.messages().get(id);
    if (known != null) {
      replayed(known, now);
    }
  }

  private void cancelled(MessageId id) {
    boolean soon = !ledger.flights().has(id);
    ledger.doomed().put(id, new Doom(EndReason.BY_REQUEST, true, soon));
  }

  /** The shard says that it has nothing left to do: every sweep is through. */
  public void settled() {
    if (!ledger.settled()) {
      ledger.settle(true);
      subscriptions.forgetErased();
      bulk.settled();
    }
  }

  /** A shard makes the operator's endpoint when it is opened, if there is none. */
  public void opened(long now) {
    OperatorSubscription news = ledger.rules().operatorNews();
    Subscription operator = news == null ? null : news.subscription();
    if (operator != null && !ledger.endpoints().has(operator.endpointId())) {
      subscriptions.put(operator, now);
    }
  }

  /** Forgets what a crash took. */
  public void crashed(long survivingCommit) {
    ledger.journal().rollBackTo(survivingCommit);
    ledger.journal().begin(survivingCommit);
    if (ledger.flights().all().stream().anyMatch(this::leftItsEndpoint)) {
      ledger.settle(false); // a sweep has to look for it once more
    }
    ledger.flights().forget();
  }

  /** Whether a message's subscription was moved or deleted while it was in flight. */
  private boolean leftItsEndpoint(Flight flight) {
    KnownMessage known = ledger.messages().get(flight.ticket().message());
    return known != null
        && known.waiting()
        && (!known.message().endpoint().equals(flight.ticket().endpoint())
            || ledger.condemned(known.id()));
  }

  /** The messages that wait at an endpoint behind all others. */
  static List<Message> probed(Ledger ledger, EndpointId endpoint) {
    List<Message> probed = new ArrayList<>();
    for (LanePosition position : List.copyOf(ledger.lanes().of(endpoint, Lane.PROBED))) {
      KnownMessage known = ledger.messages().get(position.message());
      if (known != null) {
        probed.add(known.message());
      }
    }
    return probed;
  }
}
