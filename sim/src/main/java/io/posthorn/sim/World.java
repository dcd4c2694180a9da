package io.posthorn.sim;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.sim.audit.Auditor;
import io.posthorn.sim.audit.Requests;
import io.posthorn.sim.audit.Trace;
import io.posthorn.sim.workload.Callers;
import io.posthorn.sim.workload.Door;
import io.posthorn.sim.world.Alarm;
import io.posthorn.sim.world.CrashPoint;
import io.posthorn.sim.world.Scheduler;
import io.posthorn.sim.world.SimulatedClock;
import io.posthorn.sim.world.SimulatedCrash;
import io.posthorn.sim.world.SimulatedDisk;
import io.posthorn.sim.world.SimulatedHost;
import io.posthorn.sim.world.SimulatedReceivers;
import io.posthorn.sim.world.SimulatedRequest;
import io.posthorn.sim.world.TurnRecord;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Ties a host to its surroundings: commands go into its inbox, effects come out and meet receivers
 * and callers, and now and then it dies.
 */
final class World implements Door {
  private static final long DEFAULT_TIMEOUT = 5_000;

  /** More turns than this at one moment mean that a shard does not come to rest. */
  private static final int MOST_TURNS_AT_ONCE = 20_000;

  final SimulatedClock clock = new SimulatedClock();
  final Scheduler scheduler = new Scheduler(clock);
  final SimulatedDisk disk = new SimulatedDisk();
  final SimulatedHost host;
  final SimulatedReceivers receivers;
  final Trace trace;
  private final Faults faults;
  private final RandomGenerator random;
  private final Auditor auditor;
  private final Callers callers;
  private final Inbox inbox;
  private final Alarm alarm = new Alarm(scheduler, clock, this::turn);
  private final Tally tally = new Tally();

  private long life;
  private long lastTurnAt;
  private int turnsAtOnce;
  private long turns;

  World(SeedPlan plan, Faults faults, Surroundings surroundings, RandomGenerator random) {
    this.faults = faults;
    this.random = random;
    this.inbox = new Inbox(random);
    this.trace = surroundings.trace();
    this.host = new SimulatedHost(disk, clock, plan.rules());
    this.receivers = surroundings.receivers();
    this.auditor = surroundings.auditor(disk);
    this.callers = surroundings.callers(this);
  }

  /** Makes the parts of a world that know it. */
  interface Surroundings {
    Trace trace();

    SimulatedReceivers receivers();

    Auditor auditor(SimulatedDisk disk);

    Callers callers(Door door);
  }

  Auditor auditor() {
    return auditor;
  }

  Callers callers() {
    return callers;
  }

  @Override
  public boolean open() {
    return host.up();
  }

  @Override
  public long now() {
    return host.now();
  }

  @Override
  public SubscriptionIndex subscriptions() {
    return host.shard().subscriptions();
  }

  @Override
  public void submit(Command command) {
    callers.asked(Requests.number(command), command);
    receive(audited(command));
  }

  /** What people do is done in somebody's name; events are too many for that. */
  private Command audited(Command command) {
    if (command instanceof Command.AcceptEvents || random.nextBoolean()) {
      return command;
    }
    String action = command.getClass().getSimpleName();
    return new Command.Audited(
        command, new AuditEntry(now(), "key", "192.0.2.1", action, null, "", ""));
  }

  /** Whatever comes within a few milliseconds shares a turn. */
  private void receive(Command command) {
    inbox.add(command);
    alarm.within(random.nextInt(3));
  }

  /** Starts the host. */
  void start() {
    host.open();
    trace.note(clock.elapsed(), "the host starts, its clock says " + host.now());
    auditor.opened(host.shard().time(), clock.wallMillis(), disk.committed() + 1);
    alarm.within(0);
  }

  private void turn() {
    if (!host.up()) {
      return;
    }
    countTurn();
    List<Command> batch = inbox.takeAll();
    batch.forEach(command -> trace.note(clock.elapsed(), command));
    CrashPoint crash = faults.crash();
    if (crash != null) {
      disk.failAt(crash);
    }
    TurnRecord turn;
    try {
      turn = host.turn(batch);
    } catch (SimulatedCrash e) {
      die();
      return;
    }
    auditor.turned(turn);
    int out = turn.effects().size();
    release(turn, crash == null ? out : faults.released(crash, out));
    if (crash != null) {
      die();
    } else if (turn.wakeAt() != Long.MAX_VALUE) {
      alarm.within(turn.wakeAt() - turn.now() + faults.lateness());
    }
  }

  private void countTurn() {
    turns++;
    turnsAtOnce = clock.elapsed() == lastTurnAt ? turnsAtOnce + 1 : 0;
    lastTurnAt = clock.elapsed();
    if (turnsAtOnce > MOST_TURNS_AT_ONCE) {
      throw new IllegalStateException("the shard does not come to rest");
    }
  }

  private void release(TurnRecord turn, int count) {
    for (Effect effect : turn.effects().subList(0, count)) {
      trace.note(clock.elapsed(), effect);
      tally.count(effect);
      auditor.released(turn, effect);
      callers.saw(effect);
      if (effect instanceof Effect.Send send) {
        request(send);
      }
    }
  }

  /** A request is on its way; its outcome reaches the host only if that still lives by then. */
  private void request(Effect.Send send) {
    long timeout = send.target().settings().timeoutMillis();
    SimulatedRequest request =
        new SimulatedRequest(
            send.target().url().text(),
            send.ticket().message(),
            SimulatedClock.START + clock.elapsed(),
            timeout == 0 ? DEFAULT_TIMEOUT : timeout);
    Outcome outcome = receivers.answer(request, clock.elapsed());
    long sender = life;
    scheduler.after(
        outcome.durationMillis(),
        () -> {
          if (life == sender && host.up()) {
            receive(new Command.RecordOutcome(send.ticket(), outcome));
          }
        });
  }

  /** The host dies and comes back later. */
  void die() {
    tally.add("crashes");
    life++;
    long surviving = host.crash(faults.crashKind(), random);
    trace.note(clock.elapsed(), "the host dies, commit " + surviving + " survives");
    inbox.takeAll();
    alarm.turnOff();
    auditor.crashed(surviving);
    callers.hostDied();
    scheduler.after(faults.downtime(), this::startIfDown);
  }

  void startIfDown() {
    if (!host.up()) {
      start();
    }
  }

  /** Somebody sets the wall clock; the host notices when it next looks. */
  void setClock(long jump) {
    clock.jump(jump);
    trace.note(clock.elapsed(), "the wall clock jumps by " + jump + " ms");
    alarm.within(random.nextInt(1_000));
  }

  SeedResult result(long seed) {
    return new SeedResult(
        seed,
        Duration.ofMillis(clock.elapsed()),
        auditor.ledger().messages().size(),
        turns,
        tally.counts(),
        trace.hash());
  }
}
