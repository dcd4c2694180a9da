package io.posthorn.sim.audit;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.ledger.Bookkeeper;
import io.posthorn.sim.ledger.ChangeNote;
import io.posthorn.sim.ledger.Judgement;
import io.posthorn.sim.ledger.KnownMessage;
import io.posthorn.sim.ledger.Ledger;
import io.posthorn.sim.world.TurnRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Watches a shard from outside. For each turn that was committed it asks every invariant, and then
 * has the ledger take note; after a crash the ledger forgets what the disk forgot.
 */
public final class Auditor {
  private final Ledger ledger;
  private final Bookkeeper book;
  private final StoreReader store;
  private final List<Invariant> invariants;
  private final Accounts accounts = new Accounts();
  private final Map<EndpointId, List<EndpointChange>> changesDue = new TreeMap<>();

  public Auditor(Ledger ledger, StoreReader store, List<Invariant> invariants) {
    this.ledger = ledger;
    this.book = new Bookkeeper(ledger);
    this.store = store;
    this.invariants = List.copyOf(invariants);
  }

  /** A turn was committed. */
  public void turned(TurnRecord turn) {
    ledger.journal().begin(turn.commit());
    TurnFacts facts = new TurnFacts(turn, accounts);
    each(i -> i.onTurn(ledger, turn));
    for (Command command : turn.batch()) {
      if (command instanceof Command.RecordOutcome outcome) {
        outcome(outcome, facts, turn.now());
      } else if (Requests.plain(command) instanceof Command.Trim) {
        due(book.carriedOut(command, Reply.DONE, turn.now()));
      } else {
        request(command, facts, turn.now());
      }
    }
    requireNothingLeft(facts);
    changes(facts);
    List<FoundEvent> news = store.newsOfLatestCommit();
    news.stream().filter(found -> !found.comesLast()).forEach(this::news);
    facts.endsLeft().forEach(end -> ended(end, turn.now()));
    for (Effect.Send send : facts.sends()) {
      each(i -> i.onSend(ledger, send, turn.now()));
      book.started(send);
    }
    each(i -> i.onDispatched(ledger, turn.now()));
    news.stream().filter(FoundEvent::comesLast).forEach(this::news);
    replays(turn.now());
    each(i -> i.onTurnEnd(ledger, turn, store));
    if (turn.idle()) {
      book.settled();
    }
    if (turn.synced()) {
      ledger.journal().forgetThrough(turn.commit());
    }
  }

  private void outcome(Command.RecordOutcome command, TurnFacts facts, long now) {
    MessageId id = command.ticket().message();
    KnownMessage known = ledger.messages().get(id);
    Attempt recorded = facts.takeAttempt(id);
    if (recorded == null && (known == null || ledger.erased().has(known.customerId()))) {
      ledger.flights().end(id); // gone with its customer
      return;
    }
    if (known == null || recorded == null) {
      throw accounts.broken("the outcome of " + id + " was not recorded");
    }
    Judgement judged = book.judge(command, known, recorded, now);
    each(i -> i.onRecorded(ledger, judged, recorded));
    Effect.MessageEnded end = judged.after().status().ended() ? facts.takeEnd(id) : null;
    if (judged.after().status().ended() && end == null) {
      throw accounts.broken("nobody was told that " + id + " ended");
    }
    due(book.recorded(judged));
  }

  private void request(Command given, TurnFacts facts, long now) {
    Command command = Requests.plain(given);
    long number = Requests.number(command);
    Reply reply = facts.takeReply(number);
    if (reply == null) {
      throw accounts.broken("request " + number + " was not answered");
    }
    each(i -> i.onReply(ledger, command, reply, now));
    if (!Reply.refuses(reply)) {
      due(book.carriedOut(given, reply, now));
      if (command instanceof Command.CancelMessage cancel) {
        cancelled(cancel.message(), facts, now);
      }
    }
  }

  /** One that waits ends at once; one in flight ends with its outcome. */
  private void cancelled(MessageId id, TurnFacts facts, long now) {
    Effect.MessageEnded end = ledger.flights().has(id) ? null : facts.takeEnd(id);
    if (end != null) {
      ended(end, now);
    }
  }

  private void ended(Effect.MessageEnded end, long now) {
    each(i -> i.onEnded(ledger, end, now));
    book.ended(end);
  }

  private void due(List<ChangeNote> changes) {
    for (ChangeNote note : changes) {
      each(i -> i.onChange(ledger, note));
      changesDue.computeIfAbsent(note.endpoint(), e -> new ArrayList<>()).add(note.change());
    }
  }

  private void changes(TurnFacts facts) {
    facts.changes().keySet().forEach(e -> changesDue.computeIfAbsent(e, x -> new ArrayList<>()));
    for (Map.Entry<EndpointId, List<EndpointChange>> entry : changesDue.entrySet()) {
      List<EndpointChange> told = facts.changes().getOrDefault(entry.getKey(), List.of());
      each(i -> i.onChanges(ledger, entry.getKey(), entry.getValue(), told));
    }
    changesDue.clear();
  }

  private void requireNothingLeft(TurnFacts facts) {
    if (facts.attemptsLeft() > 0) {
      throw accounts.broken("attempts were recorded that nobody reported");
    }
    if (facts.repliesLeft() > 0) {
      throw accounts.broken("requests were answered that nobody made");
    }
  }

  private void news(FoundEvent found) {
    each(i -> i.onNews(ledger, found));
    for (Message message : found.messages()) {
      book.newsMade(new KnownMessage(found.event(), message, true));
    }
  }

  /** A sweep says nothing when it replays a message: its record does. */
  private void replays(long now) {
    for (MessageId id : List.copyOf(ledger.replaying().keys())) {
      KnownMessage known = ledger.messages().get(id);
      Message record = known == null ? null : store.message(known.customerId(), id);
      if (known != null && record != null && !record.status().ended()) {
        Message expected = book.replayed(known, now);
        if (!record.equals(expected)) {
          throw accounts.broken("%s was replayed as %s".formatted(expected, record));
        }
      }
    }
  }

  /** An effect of a turn was let out. */
  public void released(TurnRecord turn, Effect effect) {
    each(i -> i.onReleased(turn, effect));
  }

  /** The host died; what was committed after {@code survivingCommit} is gone. */
  public void crashed(long survivingCommit) {
    each(i -> i.onCrash(ledger, survivingCommit));
    book.crashed(survivingCommit);
  }

  /**
   * A shard was opened on what survived.
   *
   * @param wallMillis what the host told it the time is
   * @param nextCommit the commit that opening belongs to, if it changes anything
   */
  public void opened(long shardTime, long wallMillis, long nextCommit) {
    each(i -> i.onOpen(ledger, store, shardTime));
    ledger.journal().begin(nextCommit);
    book.opened(wallMillis);
  }

  /** All is well since long: everything must be finished. */
  public void healed() {
    each(i -> i.onHealed(ledger, store));
  }

  public Ledger ledger() {
    return ledger;
  }

  private void each(Consumer<Invariant> question) {
    invariants.forEach(question);
  }
}
