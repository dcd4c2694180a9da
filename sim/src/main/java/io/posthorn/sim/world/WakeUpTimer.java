package io.posthorn.sim.world;

/** The next time at which a host takes a turn: an earlier request replaces a later one. */
final class WakeUpTimer {
  private final Scheduler scheduler;
  private final SimulatedClock clock;
  private final Runnable turn;
  private long setFor = Long.MAX_VALUE;
  private long settings;

  WakeUpTimer(Scheduler scheduler, SimulatedClock clock, Runnable turn) {
    this.scheduler = scheduler;
    this.clock = clock;
    this.turn = turn;
  }

  /** Goes off after at most this many milliseconds. */
  void within(long delay) {
    long at = clock.elapsed() + Math.max(0, delay);
    if (at >= setFor) {
      return;
    }
    setFor = at;
    long setting = ++settings;
    scheduler.after(
        delay,
        Scheduler.Phase.TURN,
        () -> {
          if (setting == settings) {
            setFor = Long.MAX_VALUE;
            turn.run();
          }
        });
  }

  void cancel() {
    settings++;
    setFor = Long.MAX_VALUE;
  }
}
