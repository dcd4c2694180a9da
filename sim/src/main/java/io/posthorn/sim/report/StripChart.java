package io.posthorn.sim.report;

import io.posthorn.core.text.DurationText;
import io.posthorn.sim.scenario.ReceiverHealth;
import io.posthorn.sim.scenario.ScenarioEndpoint;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A text chart of a run, with time from left to right and one character per slice: for each
 * endpoint its real condition, and below it its circuit state.
 */
final class StripChart {
  /** The lengths that a slice may have: round times, so that a reader can count along the axis. */
  private static final long[] SLICES =
      Pattern.compile(" ")
          .splitAsStream(
              "1ms 2ms 5ms 10ms 20ms 50ms 100ms 200ms 500ms 1s 2s 5s 10s 15s 30s 1m 2m 3m 5m 10m"
                  + " 15m 20m 30m 1h 90m 2h 3h 4h 6h 12h 1d 2d 4d 7d 14d")
          .mapToLong(text -> DurationText.parseParts(text).orElseThrow())
          .toArray();

  /** The width of a label such as {@code 12h 30m} with a gap. */
  private static final int TICK = 8;

  private static final String SEEN = "Posthorn";

  private StripChart() {}

  static void draw(TextBlock text, long run, long timeout, List<EndpointResult> endpoints) {
    int label = SEEN.length();
    for (EndpointResult endpoint : endpoints) {
      label = Math.max(label, endpoint.name().length());
    }
    int columns = text.width() - label - 2;
    long slice = slice(run, columns);
    int slices = (int) Math.ceilDiv(run, slice);
    for (EndpointResult endpoint : endpoints) {
      StringBuilder real = new StringBuilder();
      StringBuilder seen = new StringBuilder();
      for (int i = 0; i < slices; i++) {
        long to = Math.min(run, (i + 1) * slice);
        real.append(face(endpoint.endpoint(), i * slice, to, timeout));
        seen.append(endpoint.strip().symbol(i * slice, to));
      }
      text.line(pad(endpoint.name(), label) + "  " + real);
      text.line(pad(SEEN, label) + "  " + seen);
    }
    text.line(" ".repeat(label + 2) + axis(slice, slices, columns));
    text.wrapped(" ".repeat(label + 2), legend(slice));
  }

  private static String legend(long slice) {
    return ". healthy, x failing, ~ both, D disabled, F frozen, P paused; one sign is "
        + DurationText.rounded(slice);
  }

  private static long slice(long run, int columns) {
    for (long slice : SLICES) {
      if (Math.ceilDiv(run, slice) <= columns) {
        return slice;
      }
    }
    return Math.ceilDiv(run, columns);
  }

  /** The worst condition of a receiver in a slice of time. */
  private static char face(ScenarioEndpoint endpoint, long from, long to, long timeout) {
    long own = endpoint.settings().timeoutMillis();
    ReceiverHealth.Face worst = ReceiverHealth.Face.RESPONDS;
    for (int i = 0; i < endpoint.health().size(); i++) {
      ScenarioEndpoint.HealthChange change = endpoint.health().get(i);
      boolean last = i + 1 == endpoint.health().size();
      long start = Math.max(from, change.at());
      long end = Math.min(to, last ? to : endpoint.health().get(i + 1).at());
      if (start < end) {
        long limit = own > 0 ? own : timeout;
        ReceiverHealth.Face face =
            change.health().face(start - change.at(), end - change.at(), limit);
        worst = face.compareTo(worst) > 0 ? face : worst;
      }
    }
    return switch (worst) {
      case RESPONDS -> '.';
      case BOTH -> '~';
      case FAILS -> 'x';
    };
  }

  private static String axis(long slice, int slices, int columns) {
    StringBuilder axis = new StringBuilder();
    long step = step(slice);
    for (long time = 0; time / slice <= slices; time += step) {
      int column = (int) (time / slice);
      String tick = "|" + (time == 0 ? "0" : DurationText.toTheSecond(time));
      if (column + tick.length() <= columns) {
        axis.append(" ".repeat(column - axis.length())).append(tick);
      }
    }
    return axis.toString();
  }

  /** The first round duration that is wide enough for its label. */
  private static long step(long slice) {
    for (long step : SLICES) {
      if (step >= TICK * slice && step % slice == 0) {
        return step;
      }
    }
    return 2 * TICK * slice;
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(width - text.length());
  }
}
