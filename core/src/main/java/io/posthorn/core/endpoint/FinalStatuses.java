package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The statuses of an endpoint's responses after which a message is not retried.
 *
 * @param statuses in rising order, each once
 * @param counted whether such a response counts for the circuit, as any failure does
 */
public record FinalStatuses(List<Integer> statuses, boolean counted) {
  public static final FinalStatuses NONE = new FinalStatuses(List.of(), true);

  /** The receiver is gone for good: its endpoint is paused. */
  public static final int GONE = 410;

  public FinalStatuses {
    statuses = statuses.stream().distinct().sorted().toList();
  }

  /**
   * Returns whether a status may be final: 3xx to 5xx, except those that ask for a later attempt.
   */
  public static boolean mayBeFinal(long status) {
    return status >= 300 && status < 600 && status != 429 && status != 503;
  }

  public boolean contains(int status) {
    return !statuses.isEmpty() && statuses.contains(status);
  }

  void write(ByteWriter out) {
    out.flag(counted).varint(statuses.size());
    statuses.forEach(out::varint);
  }

  static FinalStatuses read(ByteReader in) {
    boolean counted = in.flag();
    List<Integer> statuses = new ArrayList<>();
    for (long left = in.varint(); left > 0; left--) {
      statuses.add((int) in.varint());
    }
    return new FinalStatuses(statuses, counted);
  }
}
