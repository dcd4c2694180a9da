package io.posthorn.testkit;

import java.time.Duration;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** A thread-safe latency histogram with three significant digits. */
public final class Latencies {
  private static final int DIGITS = 3;

  /** In microseconds; grows with the longest recorded value. */
  private final Histogram histogram = new Histogram(DIGITS);

  /** A snapshot of percentiles in microseconds; all 0 if nothing was recorded. */
  public record Percentiles(long count, long p50, long p90, long p99, long p999, long max) {}

  /** Records a duration; a negative one, from clock differences, counts as zero. */
  public void record(Duration duration) {
    recordMicros(duration.toNanos() / 1_000);
  }

  public synchronized void recordMicros(long micros) {
    histogram.recordValue(Math.max(0, micros));
  }

  public synchronized long count() {
    return histogram.getTotalCount();
  }

  /**
   * A percentile.
   *
   * @param percent from 0 to 100
   */
  public synchronized Duration percentile(double percent) {
    return micros(histogram.getValueAtPercentile(percent));
  }

  public synchronized Percentiles percentiles() {
    return new Percentiles(
        histogram.getTotalCount(),
        histogram.getValueAtPercentile(50),
        histogram.getValueAtPercentile(90),
        histogram.getValueAtPercentile(99),
        histogram.getValueAtPercentile(99.9),
        histogram.getMaxValue());
  }

  /** The percentiles since the last call of this method. */
  public synchronized Percentiles takePercentiles() {
    Percentiles taken = percentiles();
    histogram.reset();
    return taken;
  }

  private static Duration micros(long micros) {
    return Duration.ofNanos(micros * 1_000);
  }

  @Override
  public String toString() {
    Percentiles now = percentiles();
    return String.format(
        Locale.ROOT,
        "p50 %,5d ms   p99 %,5d ms   max %,5d ms   (%,d messages)",
        now.p50() / 1_000,
        now.p99() / 1_000,
        now.max() / 1_000,
        now.count());
  }
}
