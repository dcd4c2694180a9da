package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.command.DeliveryPauseCommands;
import io.posthorn.core.shard.command.DirectoryCommands;
import io.posthorn.core.shard.command.EndpointCommands;
import io.posthorn.core.shard.command.OperatorEndpoint;
import io.posthorn.core.shard.command.SubscriptionCommands;
import io.posthorn.core.shard.command.SubscriptionMigration;
import io.posthorn.core.shard.delivery.AccessTokens;
import io.posthorn.core.shard.delivery.CircuitTransitions;
import io.posthorn.core.shard.delivery.Dispatcher;
import io.posthorn.core.shard.delivery.Expiry;
import io.posthorn.core.shard.delivery.Handover;
import io.posthorn.core.shard.delivery.Intake;
import io.posthorn.core.shard.delivery.MessageCommands;
import io.posthorn.core.shard.delivery.MessageImport;
import io.posthorn.core.shard.delivery.MessageTransitions;
import io.posthorn.core.shard.delivery.OperationalEventPublisher;
import io.posthorn.core.shard.delivery.Outcomes;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.InFlightBudget;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.shard.protocol.ShardIdentity;
import io.posthorn.core.shard.protocol.ShardMetrics;
import io.posthorn.core.shard.protocol.Turn;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardMetricsCollector;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.sweep.BulkSweep;
import io.posthorn.core.shard.sweep.EarlyRetention;
import io.posthorn.core.shard.sweep.Eraser;
import io.posthorn.core.shard.sweep.Retention;
import io.posthorn.core.shard.sweep.Sweeper;
import io.posthorn.core.store.ShardStore;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * The state machine of delivery: it applies commands and decides which requests are sent when.
 *
 * <ul>
 *   <li>Deterministic: the same store, commands and times give the same effects.
 *   <li>It never commits and never waits. Its host commits after each turn and only then releases
 *       the turn's effects; after a failed commit the host must discard the shard and open it
 *       again.
 *   <li>A turn's cost depends on its commands and on the endpoints that are due, not on the
 *       messages that wait.
 * </ul>
 */
public final class Shard {
  private final ShardState state;
  private final Intake intake;
  private final Outcomes outcomes;
  private final EndpointCommands endpointCommands;
  private final SubscriptionCommands subscriptionCommands;
  private final MessageCommands messageCommands;
  private final SubscriptionMigration migration;
  private final MessageImport messageImport;
  private final Handover handover;
  private final DeliveryPauseCommands deliveryPauses;
  private final DirectoryCommands directoryCommands;
  private final AccessTokens tokens;
  private final Dispatcher dispatcher;
  private final Expiry expiry;
  private final OperationalEventPublisher publisher;
  private final Sweeper sweeper;
  private final Retention retention;
  private final EarlyRetention earlyRetention;
  private final MessageTransitions transitions;
  private final OperatorEndpoint operator;
  private boolean recovered;

  /**
   * Opens a shard on its store: reads endpoints, subscriptions and sweeps. The first turn reads the
   * messages that had just left when the previous process ended.
   */
  public Shard(ShardStore store, Rules rules, ShardIdentity identity, long now) {
    this(store, rules, identity, ShardAssignment.ALONE, now);
  }

  /** Opens one of several shards. */
  public Shard(
      ShardStore store, Rules rules, ShardIdentity identity, ShardAssignment assignment, long now) {
    state = new ShardState(store, rules, identity, assignment);
    handover = new Handover(state);
    transitions = new MessageTransitions(state, handover);
    Eraser eraser = new Eraser(state);
    intake = new Intake(state);
    publisher = new OperationalEventPublisher(state, intake);
    CircuitTransitions circuits = new CircuitTransitions(state, transitions, publisher);
    outcomes = new Outcomes(state, transitions, circuits);
    endpointCommands = new EndpointCommands(state, circuits);
    messageCommands = new MessageCommands(state, transitions, handover);
    sweeper = new Sweeper(state, transitions, messageCommands, eraser);
    directoryCommands = new DirectoryCommands(state);
    migration = new SubscriptionMigration(state, transitions, sweeper, directoryCommands);
    subscriptionCommands = new SubscriptionCommands(state, transitions, sweeper, migration);
    messageImport = new MessageImport(state, transitions, handover);
    deliveryPauses = new DeliveryPauseCommands(state);
    tokens = new AccessTokens(state);
    dispatcher = new Dispatcher(state, transitions, tokens);
    expiry = new Expiry(state, transitions);
    retention = new Retention(state, eraser);
    earlyRetention = new EarlyRetention(state, eraser);
    operator = new OperatorEndpoint(state);
    operator.open(now);
    // Wake-up times of endpoints are not stored: the first turn examines all of them.
    state.endpoints.all().forEach(state.timeline::touch);
  }

  /**
   * Applies commands in order, then starts what is due, then does a bounded step of background
   * work.
   *
   * @param now never before an earlier turn's, nor before {@link #time}
   */
  public Turn turn(List<Command> commands, long now) {
    state.begin(now);
    recover();
    for (Command command : commands) {
      apply(command);
    }
    state.deliveryPauses.step(state);
    dispatcher.dispatch();
    expiry.step();
    sweeper.step();
    retention.step();
    earlyRetention.step();
    publisher.publishExpiringCertificates();
    publisher.publishUnreportedChanges();
    publisher.publishDrops(); // last: in format slack the state goes before them
    return new Turn(state.end(), state.mustSync(), wakeAt());
  }

  /**
   * Makes a turn of a shard that shares its in-flight limits with others.
   *
   * @param budget what it may have in flight from this turn on, instead of the limits of its rules
   */
  public Turn turn(List<Command> commands, long now, InFlightBudget budget) {
    state.shares.limit(budget);
    return turn(commands, now);
  }

  /** Requests that it has decided to send and whose outcome it does not know. */
  public int inFlight() {
    return state.shares.inFlight();
  }

  /** The bodies of these requests. */
  public long bytesInFlight() {
    return state.shares.bytesInFlight();
  }

  /** Returns whether it would start requests if it might have more of them in flight. */
  public boolean waitsForRequests() {
    return state.shares.waitForRequests();
  }

  /** Returns whether it would start requests if it might have more bytes in flight. */
  public boolean waitsForBytes() {
    return state.shares.waitForBytes();
  }

  /** Runs once, in the first turn: completes what the previous process left unfinished. */
  private void recover() {
    if (!recovered) {
      recovered = true;
      state.lanes.recover(state.messages);
      state.endpoints.all().forEach(transitions::cancelCutOff);
      operator.move(sweeper, transitions);
    }
  }

  private long wakeAt() {
    if (expiry.pending()
        || sweeper.pending()
        || earlyRetention.pending()
        || state.deliveryPauses.pending()) {
      return state.now();
    }
    long background = Math.min(retention.nextAt(), state.stats.nextAt());
    long due = Math.min(state.timeline.next(), state.lanes.nextAt());
    return Math.max(state.now(), Math.min(due, background));
  }

  private void apply(Command command) {
    // Losing a recorded outcome only repeats an attempt, and losing a token only fetches it again;
    // everything else has been acknowledged.
    if (!(command instanceof Command.RecordOutcome || command instanceof Command.RecordToken)) {
      state.requireSync();
    }
    switch (command) {
      case Command.AcceptEvents c -> intake.accept(c);
      case Command.RecordOutcome c -> outcomes.record(c.ticket(), c.outcome());
      case Command.RecordToken c -> tokens.record(c);
      case Command.ReturnRequest c -> outcomes.returned(c.ticket());
      case Command.CreateSubscription c -> subscriptionCommands.create(c);
      case Command.ChangeSubscription c -> subscriptionCommands.change(c);
      case Command.DeleteSubscription c -> subscriptionCommands.delete(c);
      case Command.EraseCustomer c -> subscriptionCommands.erase(c);
      case Command.EnableEndpoint c -> endpointCommands.enable(c);
      case Command.EnableEndpoints c -> endpointCommands.enableMany(c);
      case Command.PauseEndpoint c -> endpointCommands.pause(c);
      case Command.ResumeEndpoint c -> endpointCommands.resume(c);
      case Command.ConfigureEndpoint c -> endpointCommands.configure(c);
      case Command.SetSecrets c -> endpointCommands.setSecrets(c);
      case Command.ReplayMessage c -> messageCommands.replay(c);
      case Command.CancelMessage c -> messageCommands.cancel(c);
      case Command.RetryMessage c -> messageCommands.retry(c);
      case Command.StartBulk c -> startBulk(c);
      case Command.RemoveEarly c -> earlyRetention.begin(c);
      case Command.PutCustomer c -> directoryCommands.putCustomer(c);
      case Command.PutKey c -> directoryCommands.putKey(c);
      case Command.DeleteKey c -> directoryCommands.deleteKey(c);
      case Command.Audited c -> {
        state.begin(c.entry());
        apply(c.command());
        directoryCommands.audit(state.takeEntry());
      }
      case Command.Note c -> state.reply(c.request(), Reply.DONE);
      case Command.Transfer c -> apply(c);
      case Command.PauseDelivery c -> deliveryPauses.pause(c);
      case Command.ResumeDelivery c -> deliveryPauses.resume(c);
    }
  }

  /** Applies a command from another shard. */
  private void apply(Command.Transfer transfer) {
    switch (transfer) {
      case Command.OpenMoved c -> migration.open(c, subscriptionCommands);
      case Command.MoveAccepted c -> migration.accepted(c);
      case Command.MoveRefused c -> migration.refused(c);
      case Command.MoveFinished c -> sweeper.finished(c);
      case Command.ErasureStarted c -> subscriptionCommands.erasedElsewhere(c);
      case Command.ForgetSubscription c -> migration.forgotten(c);
      case Command.ImportMessage c -> messageImport.adopt(c);
      case Command.PassMessage c -> handover.passed(c);
      case Command.ForgetMessage c -> handover.forgotten(c);
    }
  }

  private void startBulk(Command.StartBulk command) {
    BulkProgress progress = BulkProgress.begin(command.job(), state.now());
    sweeper.start(new BulkSweep(state, messageCommands, progress));
    state.reply(command.request(), Reply.DONE);
  }

  /** The shard's counters and gauges; the cost grows with endpoints, not with messages. */
  public ShardMetrics metrics() {
    return ShardMetricsCollector.take(state);
  }

  /**
   * The waiting messages, those in flight included, of each customer with at least a given number.
   */
  public SortedMap<String, Long> waitingAtLeast(long least) {
    return state.endpoints.waitingAtLeast(least);
  }

  /** Returns whether it knows that delivery is paused for a customer, alone or with all others. */
  public boolean deliveryPaused(String customerId) {
    return state.deliveryPauses.paused(customerId);
  }

  /** The latest time this shard, or the one before it on the same store, has seen. */
  public long time() {
    return state.now();
  }

  /** The latest time of acceptance among all events that this shard was given. */
  public long acceptedUpTo() {
    return state.acceptedUpTo();
  }

  /** An endpoint's state in memory. */
  public @Nullable Endpoint inspect(EndpointId id) {
    return state.endpoints.get(id);
  }

  /** The index for matching, safe for any thread. */
  public SubscriptionIndex subscriptions() {
    return state.subscriptions.index();
  }
}
