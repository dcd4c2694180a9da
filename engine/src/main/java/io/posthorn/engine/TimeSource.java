package io.posthorn.engine;

/** The wall clock and the monotonic clock, of the machine or of a test. */
public interface TimeSource {
  /** The clocks of the machine. */
  TimeSource SYSTEM =
      new TimeSource() {
        @Override
        public long wallMillis() {
          return System.currentTimeMillis();
        }

        @Override
        public long monotonicNanos() {
          return System.nanoTime();
        }
      };

  long wallMillis();

  long monotonicNanos();
}
