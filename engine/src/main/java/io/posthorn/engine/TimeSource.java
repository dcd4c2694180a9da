package io.posthorn.engine;

/** The clocks of the machine, or those of a test. */
public interface TimeSource {
  /** The machine's own. */
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
