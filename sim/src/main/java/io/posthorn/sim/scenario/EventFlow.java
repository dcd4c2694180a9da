package io.posthorn.sim.scenario;

/** The events that are posted for an endpoint, at moments fixed in advance. */
public sealed interface EventFlow {
  /** How many events there are. */
  long total();

  /** When an event is posted, in milliseconds since the start; the first has number 0. */
  long at(long number);

  /** A number of events in each {@code per} milliseconds, from one moment to another. */
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

  /** Many events at one moment. */
  record Burst(long moment, long total) implements EventFlow {
    @Override
    public long at(long number) {
      return moment;
    }
  }
}
