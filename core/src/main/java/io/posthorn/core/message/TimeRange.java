package io.posthorn.core.message;

/**
 * The times from one, inclusive, to another, exclusive, in milliseconds since 1970.
 *
 * @param to {@link #END_OF_TIME} for no limit
 */
public record TimeRange(long from, long to) {
  /** The largest time that fits the 48 bits of a key. */
  public static final long END_OF_TIME = (1L << 47) - 1;

  public static final TimeRange ALL = new TimeRange(0, END_OF_TIME);

  public boolean isAll() {
    return from == 0 && to == END_OF_TIME;
  }

  public boolean contains(long time) {
    return time >= from && time < to;
  }
}
