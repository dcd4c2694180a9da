package io.posthorn.sim.world;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * A simulated host and its environment: commands go into its queue, effects come out and reach
 * receivers and listeners. A seed and a scenario each run one; they differ in what they plan, in
 * who listens, and in how much they leave to {@link FaultSource}.
 */
public final class World {
  /** More turns than this without a command or the passing of time mean an endless loop. */
  private static final int MOST_IDLE_TURNS = 20_000;

  /**
   * The fixed properties of a world.
   *
   * @param start the wall clock at the start, in milliseconds since the epoch
   * @param timeoutMillis the timeout of requests to endpoints without one of their own
   */
  public record Setup(Rules rules, long start, long timeoutMillis, FaultSource chance) {}

  private final Setup setup;
  private final FaultSource chance;
  private final SimulatedClock clock;
  private final Scheduler scheduler;
  private final SimulatedDisk disk = new SimulatedDisk();
  private final SimulatedHost host;
  private final SimulatedReceivers receivers;
  private final SimulatedNetwork network;
  private final CommandQueue queue;
  private final WakeUpTimer timer;
  private final List<WorldListener> listeners = new ArrayList<>();

  /** Counts the lives of the host: outcomes of requests from an earlier life are lost. */
  private long life;

  private long turns;
  private long lastTurnAt;
  private int idleTurns;

  public World(Setup setup, SimulatedReceivers receivers) {
    this.setup = setup;
    this.receivers = receivers;
    chance = setup.chance();
    network = new SimulatedNetwork(receivers, chance);
    clock = new SimulatedClock(setup.start());
    scheduler = new Scheduler(clock, chance.phased());
    host = new SimulatedHost(disk, clock, setup.rules());
    queue = new CommandQueue(chance);
    timer = new WakeUpTimer(scheduler, clock, this::turn);
  }

  public void addListener(WorldListener listener) {
    listeners.add(listener);
  }

  public SimulatedClock clock() {
    return clock;
  }

  public Scheduler scheduler() {
    return scheduler;
  }

  public SimulatedDisk disk() {
    return disk;
  }

  public SimulatedReceivers receivers() {
    return receivers;
  }

  public long turns() {
    return turns;
  }

  /** Returns whether the host is up. */
  public boolean up() {
    return host.up();
  }

  /** The time of the host. */
  public long now() {
    return host.now();
  }

  /** The time that the shard has stored. */
  public long shardTime() {
    return host.shard().time();
  }

  /** The subscriptions that the host matches events against. */
  public SubscriptionIndex subscriptions() {
    return host.shard().subscriptions();
  }

  /** Gives the host a command from a caller. */
  public void submit(Command command) {
    each(listener -> listener.submitted(command));
    receive(audited(command));
  }

  /** Events never carry an audit entry; of other commands chance decides. */
  private Command audited(Command command) {
    if (command instanceof Command.AcceptEvents || !chance.audits()) {
      return command;
    }
    String action = command.getClass().getSimpleName();
    return new Command.Audited(
        command, new AuditEntry(now(), "key", "192.0.2.1", action, null, "", ""));
  }

  private void receive(Command command) {
    queue.add(command);
    timer.within(chance.turnDelay());
  }

  /** Starts the host unless it is up. */
  public void start() {
    if (!host.up()) {
      host.open();
      each(listener -> listener.opened(this));
      timer.within(0);
    }
  }

  private void turn() {
    if (!host.up()) {
      return;
    }
    List<Command> batch = queue.takeAll();
    countTurn(batch.isEmpty());
    each(listener -> listener.turning(batch));
    SimulatedCrash.Point crash = chance.crash();
    if (crash != null) {
      disk.failAt(crash);
    }
    TurnRecord turn;
    try {
      turn = host.turn(batch);
    } catch (SimulatedCrash e) {
      crash();
      return;
    }
    each(listener -> listener.turned(turn));
    int effects = turn.effects().size();
    release(turn, crash == null ? effects : chance.releasedBefore(crash, effects));
    if (crash != null) {
      crash();
    } else if (turn.wakeAt() != Long.MAX_VALUE) {
      timer.within(turn.wakeAt() - turn.now() + chance.lateness());
    }
  }

  private void countTurn(boolean idle) {
    turns++;
    idleTurns = idle && clock.elapsed() == lastTurnAt ? idleTurns + 1 : 0;
    lastTurnAt = clock.elapsed();
    if (idleTurns > MOST_IDLE_TURNS) {
      throw new IllegalStateException("the shard does not become idle");
    }
  }

  private void release(TurnRecord turn, int count) {
    for (Effect effect : turn.effects().subList(0, count)) {
      each(listener -> listener.released(turn, effect));
      if (effect instanceof Effect.Send send) {
        request(send);
      } else if (effect instanceof Effect.FetchToken fetch) {
        fetch(fetch);
      }
    }
  }

  /** Starts a request; its outcome reaches the host only if that has not crashed by then. */
  private void request(Effect.Send send) {
    long timeout = send.target().settings().timeoutMillis();
    SimulatedReceivers.Request request =
        new SimulatedReceivers.Request(
            send.target().url().text(),
            send.ticket().message(),
            send.event().id(),
            clock.elapsed(),
            clock.trueMillis(),
            timeout == 0 ? setup.timeoutMillis() : timeout);
    Outcome outcome =
        send.target().token() instanceof TokenResult.NoToken none
            ? none.outcome() // nothing is sent
            : respond(send, request);
    long sender = life;
    scheduler.after(
        outcome.durationMillis(),
        Scheduler.Phase.OUTCOME,
        () -> {
          if (life == sender && host.up()) {
            receive(new Command.RecordOutcome(send.ticket(), outcome));
          }
        });
  }

  private Outcome respond(Effect.Send send, SimulatedReceivers.Request request) {
    Outcome outcome =
        network.attempt(send, request, written -> each(listener -> listener.written(written)));
    boolean refused =
        send.target().token() != null
            && outcome.error() == null
            && chance.refusesToken(send.ticket().message(), clock.elapsed());
    if (!refused) {
      return outcome;
    }
    Outcome unauthorized = Outcome.responded(401, outcome.durationMillis());
    return outcome.resent() ? unauthorized.asResent() : unauthorized;
  }

  /** Asks a token server; the result reaches the host only if that has not crashed by then. */
  private void fetch(Effect.FetchToken fetch) {
    TokenTicket ticket = fetch.ticket();
    long sender = life;
    scheduler.after(
        chance.tokenDelay(ticket, clock.elapsed()),
        Scheduler.Phase.OUTCOME,
        () -> {
          if (life == sender && host.up()) {
            TokenResult result = chance.tokenResult(ticket, clock.elapsed());
            receive(new Command.RecordToken(ticket, result));
          }
        });
  }

  /** Crashes the host; it restarts after its downtime. */
  private void crash() {
    life++;
    network.closeAll();
    long unsynced = disk.committed() - disk.synced();
    long surviving = host.crash(chance.survivingCommits(unsynced));
    queue.takeAll();
    timer.cancel();
    each(listener -> listener.crashed(surviving));
    scheduler.after(chance.downtime(), Scheduler.Phase.RECEIVER, this::start);
  }

  /** Sets the wall clock; the host notices when it next looks at it. */
  public void setClock(long jump) {
    clock.jump(jump);
    each(listener -> listener.clockSet(jump));
    timer.within(chance.noticesClockAfter());
  }

  private void each(Consumer<WorldListener> call) {
    listeners.forEach(call);
  }
}
