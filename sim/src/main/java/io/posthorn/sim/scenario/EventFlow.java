package io.posthorn.sim.scenario;

/** The events that are posted for an endpoint, at times fixed in advance. */
public sealed interface EventFlow {
  /** The number of events. */
  long total();

  /** Returns when an event is posted, in milliseconds since the start; the first has number 0. */
  long at(long number);

  /** A number of events in each {@code per} milliseconds, from one time to another. */
  record Steady(long from, long to, long count, long per) implements EventFlow {
    @Override
    public long total() {
      return Math.ceilDiv((to - from) * count, per);
    }

    @Override
    public long at(long number) {
      return from + number * per / count;
    }
  }

  /** Many events at one time. */
  record Burst(long time, long total) implements EventFlow {
    @Override
    public long at(long number) {
      return time;
    }
  }
}
