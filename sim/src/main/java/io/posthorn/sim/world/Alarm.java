package io.posthorn.sim.world;

/** The next moment at which a host goes to work: an earlier wish replaces a later one. */
public final class Alarm {
  private final Scheduler scheduler;
  private final SimulatedClock clock;
  private final Runnable work;
  private long setFor = Long.MAX_VALUE;
  private long settings;

  public Alarm(Scheduler scheduler, SimulatedClock clock, Runnable work) {
    this.scheduler = scheduler;
    this.clock = clock;
    this.work = work;
  }

  /** Goes off after so many milliseconds at the latest. */
  public void within(long delay) {
    long at = clock.elapsed() + Math.max(0, delay);
    if (at >= setFor) {
      return;
    }
    setFor = at;
    long setting = ++settings;
    scheduler.after(
        delay,
        () -> {
          if (setting == settings) {
            setFor = Long.MAX_VALUE;
            work.run();
          }
        });
  }

  public void turnOff() {
    settings++;
    setFor = Long.MAX_VALUE;
  }
}
