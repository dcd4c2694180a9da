package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.engine.read.StatsSpan;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;

/** The statistics of an endpoint's last hour, per minute. */
final class LastHour {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private LastHour() {}

  static StatsSpan span(long now) {
    long to = (now / MINUTE + 1) * MINUTE;
    return new StatsSpan(to - HOUR, to, MINUTE);
  }

  static void write(JsonGenerator json, List<StatsPoint> points) throws IOException {
    json.writeObjectFieldStart("lastHour");
    numbers(json, "delivered", points, StatsCounters::delivered);
    numbers(json, "failed", points, StatsCounters::failed);
    json.writeEndObject();
  }

  private static void numbers(
      JsonGenerator json,
      String name,
      List<StatsPoint> points,
      ToLongFunction<StatsCounters> metric)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (StatsPoint point : points) {
      json.writeNumber(metric.applyAsLong(point.tally()));
    }
    json.writeEndArray();
  }
}
