package io.posthorn.sim.check;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ExpectedMessage;
import io.posthorn.sim.model.ExpectedOutcome;
import io.posthorn.sim.model.ModelWriter;
import io.posthorn.sim.model.ReferenceModel;
import io.posthorn.sim.world.CommandRequests;
import io.posthorn.sim.world.SimulatedNetwork;
import io.posthorn.sim.world.TurnRecord;
import io.posthorn.sim.world.World;
import io.posthorn.sim.world.WorldListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The checker that observes a shard from outside. For each committed turn it asks every invariant
 * and then updates the reference model; after a crash the model forgets what the disk lost.
 */
public final class InvariantChecker implements WorldListener {
  private final ReferenceModel model;
  private final ModelWriter writer;
  private final StoreReader store;
  private final List<Invariant> invariants;
  private final Map<EndpointId, List<EndpointChange>> changesDue = new TreeMap<>();

  public InvariantChecker(ReferenceModel model, StoreReader store, List<Invariant> invariants) {
    this.model = model;
    this.writer = new ModelWriter(model);
    this.store = store;
    this.invariants = List.copyOf(invariants);
  }

  @Override
  public void turned(TurnRecord turn) {
    model.journal().begin(turn.commit());
    TurnEffects effects = new TurnEffects(turn);
    each(i -> i.onTurn(model, turn));
    for (Command command : turn.batch()) {
      if (command instanceof Command.RecordOutcome outcome) {
        outcome(outcome, effects, turn.now());
      } else if (command instanceof Command.RecordToken token) {
        writer.tokenRecorded(token, turn.now());
      } else if (CommandRequests.plain(command) instanceof Command.RemoveEarly) {
        due(writer.carriedOut(command, Reply.DONE, turn.now()), turn.now());
      } else {
        request(command, effects, turn.now());
      }
    }
    requireNothingLeft(effects);
    changes(effects);
    List<StoreReader.OperationalEvent> operational = store.operationalEventsOfLatestCommit();
    operational.stream().filter(found -> !found.comesLast()).forEach(this::operationalEvent);
    placed();
    effects.endsLeft().forEach(end -> ended(end, turn.now()));
    for (Effect.Send send : effects.sends()) {
      each(i -> i.onSend(model, send, turn.now()));
      writer.started(send);
    }
    for (Effect.FetchToken fetch : effects.fetches()) {
      each(i -> i.onFetch(model, fetch, turn.now()));
      writer.fetched(fetch);
    }
    each(i -> i.onDispatched(model, turn.now()));
    operational.stream()
        .filter(StoreReader.OperationalEvent::comesLast)
        .forEach(this::operationalEvent);
    replays(turn.now());
    placed();
    retries(turn.now());
    each(i -> i.onTurnEnd(model, turn, store));
    writer.changesReported(turn.now());
    if (turn.idle()) {
      writer.settled();
    }
    if (turn.synced()) {
      model.journal().forgetThrough(turn.commit());
    }
  }

  private void outcome(Command.RecordOutcome command, TurnEffects effects, long now) {
    MessageId id = command.ticket().message();
    ExpectedMessage known = model.messages().get(id);
    Attempt recorded = effects.takeAttempt(id);
    if (recorded == null && (known == null || model.erased().has(known.customerId()))) {
      model.inFlight().end(id); // erased with its customer
      return;
    }
    if (known == null || recorded == null) {
      throw TurnEffects.ACCOUNTING.broken("the outcome of " + id + " was not recorded");
    }
    ExpectedOutcome expected = writer.expect(command, known, recorded, now);
    each(i -> i.onRecorded(model, expected, recorded));
    Effect.MessageEnded end = expected.after().status().ended() ? effects.takeEnd(id) : null;
    if (expected.after().status().ended() && end == null) {
      throw TurnEffects.ACCOUNTING.broken("the end of " + id + " was not reported");
    }
    due(writer.recorded(expected), now);
    dropped(end);
  }

  private void dropped(Effect.@Nullable MessageEnded end) {
    if (end != null && end.status() == MessageStatus.DROPPED) {
      writer.dropped(end.endpoint());
    }
  }

  private void request(Command given, TurnEffects effects, long now) {
    Command command = CommandRequests.plain(given);
    long number = CommandRequests.number(command);
    Reply reply = effects.takeReply(number);
    if (reply == null) {
      throw TurnEffects.ACCOUNTING.broken("request " + number + " got no reply");
    }
    each(i -> i.onReply(model, command, reply, now));
    if (!Reply.refuses(reply)) {
      due(writer.carriedOut(given, reply, now), now);
      if (command instanceof Command.CancelMessage cancel) {
        cancelled(cancel.message(), effects, now);
      }
    }
  }

  /** A waiting message ends at once; one in flight ends with its outcome. */
  private void cancelled(MessageId id, TurnEffects effects, long now) {
    Effect.MessageEnded end = model.inFlight().has(id) ? null : effects.takeEnd(id);
    if (end != null) {
      ended(end, now);
    }
  }

  private void ended(Effect.MessageEnded end, long now) {
    each(i -> i.onEnded(model, end, now));
    writer.ended(end);
    dropped(end);
  }

  private void due(List<ExpectedEndpoint.Change> changes, long now) {
    for (ExpectedEndpoint.Change change : changes) {
      each(i -> i.onChange(model, change));
      writer.changed(change, now);
      changesDue.computeIfAbsent(change.endpoint(), e -> new ArrayList<>()).add(change.change());
    }
  }

  private void changes(TurnEffects effects) {
    effects.changes().keySet().forEach(e -> changesDue.computeIfAbsent(e, x -> new ArrayList<>()));
    for (Map.Entry<EndpointId, List<EndpointChange>> entry : changesDue.entrySet()) {
      List<EndpointChange> reported = effects.changes().getOrDefault(entry.getKey(), List.of());
      each(i -> i.onChanges(model, entry.getKey(), entry.getValue(), reported));
    }
    changesDue.clear();
  }

  private void requireNothingLeft(TurnEffects effects) {
    if (effects.attemptsLeft() > 0) {
      throw TurnEffects.ACCOUNTING.broken("attempts were recorded without an outcome");
    }
    if (effects.repliesLeft() > 0) {
      throw TurnEffects.ACCOUNTING.broken("replies were sent without a request");
    }
  }

  private void operationalEvent(StoreReader.OperationalEvent found) {
    each(i -> i.onOperationalEvent(model, found));
    for (Message message : found.messages()) {
      writer.operationalMessage(new ExpectedMessage(found.event(), message, true));
    }
  }

  /** A sweep that replays a message has no effect; only the record changes. */
  private void replays(long now) {
    for (MessageId id : List.copyOf(model.replaying().keys())) {
      ExpectedMessage known = model.messages().get(id);
      Message record = known == null ? null : store.message(known.customerId(), id);
      if (known != null && record != null && !record.status().ended()) {
        Message replayed = writer.replayed(known, now);
        Message expected = writer.placed(known.with(replayed), record);
        if (!record.equals(expected)) {
          throw TurnEffects.ACCOUNTING.broken("%s was replayed as %s".formatted(expected, record));
        }
      }
    }
  }

  /** An ordered message becomes the head without an effect; only its record changes. */
  private void placed() {
    for (StoreReader.StoredMessage changed : store.messagesOfLatestCommit()) {
      ExpectedMessage known = model.messages().get(changed.message().id());
      if (known != null
          && known.message().order() != null
          && known.waiting()
          && !changed.message().status().ended()
          && known.customerId().equals(changed.customerId())) {
        writer.placed(known, changed.message());
      }
    }
  }

  /** Nor has a sweep that retries a message. */
  private void retries(long now) {
    for (MessageId id : List.copyOf(model.retrying().keys())) {
      ExpectedMessage known = model.messages().get(id);
      Message record = known == null ? null : store.message(known.customerId(), id);
      if (known != null
          && record != null
          && known.waiting()
          && record.requestedAt() > known.message().requestedAt()) {
        each(i -> i.onBulkRetry(model, known));
        Message expected = writer.retried(known, now);
        if (!record.equals(expected)) {
          throw TurnEffects.ACCOUNTING.broken("%s was retried as %s".formatted(expected, record));
        }
      }
    }
  }

  @Override
  public void written(SimulatedNetwork.Written request) {
    each(i -> i.onWritten(request));
  }

  @Override
  public void released(TurnRecord turn, Effect effect) {
    each(i -> i.onReleased(turn, effect));
  }

  @Override
  public void crashed(long survivingCommit) {
    each(i -> i.onCrash(model, survivingCommit));
    writer.crashed(survivingCommit);
  }

  @Override
  public void opened(World world) {
    each(i -> i.onOpen(model, store, world.shardTime()));
    model.journal().begin(world.disk().committed() + 1); // opening may write, as part of that
    writer.opened(world.clock().wallMillis());
  }

  /** Checks that everything has finished, long after the last fault. */
  public void healed() {
    each(i -> i.onHealed(model, store));
  }

  public ReferenceModel model() {
    return model;
  }

  private void each(Consumer<Invariant> check) {
    invariants.forEach(check);
  }
}
