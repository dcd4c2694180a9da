package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.stats.StatsReader;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import java.io.IOException;
import java.util.List;
import java.util.function.ToLongFunction;

/** Endpoints with what happened at each in the last hour, minute by minute. */
final class LastHour {
  private static final long MINUTE = 60_000;
  private static final long HOUR = 60 * MINUTE;

  private final Engine engine;
  private final Unreached unreached;
  private final String customerId;
  private final long now;

  LastHour(Engine engine, Unreached unreached, String customerId, long now) {
    this.engine = engine;
    this.unreached = unreached;
    this.customerId = customerId;
    this.now = now;
  }

  void fields(JsonGenerator json, EndpointView endpoint) throws IOException {
    EndpointJson.fields(json, endpoint);
    long to = (now / MINUTE + 1) * MINUTE;
    List<StatsPoint> points =
        engine.read(
            unreached,
            view -> new StatsReader(view).series(customerId, endpoint.id(), to - HOUR, to, MINUTE));
    json.writeObjectFieldStart("lastHour");
    numbers(json, "delivered", points, StatsCounters::delivered);
    numbers(json, "failed", points, StatsCounters::failed);
    json.writeEndObject();
  }

  private static void numbers(
      JsonGenerator json,
      String name,
      List<StatsPoint> points,
      ToLongFunction<StatsCounters> figure)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (StatsPoint point : points) {
      json.writeNumber(figure.applyAsLong(point.tally()));
    }
    json.writeEndArray();
  }
}
