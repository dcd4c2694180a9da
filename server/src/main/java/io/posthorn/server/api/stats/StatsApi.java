package io.posthorn.server.api.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.text.DurationText;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.Partial;
import io.posthorn.engine.read.StatsSpan;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.endpoint.EndpointLookup;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code /stats}: time series of a customer, of one of its endpoints, or of each. */
public final class StatsApi {
  private static final long MINUTE = 60_000;

  /** A hundred years, so that sums of steps do not overflow. */
  private static final long LONGEST_STEP = 36_500 * DurationText.DAY;

  private static final long HOUR = 60 * MINUTE;
  private static final int MOST_POINTS = 2_000;

  /** The limit for all endpoints of a page: a few megabytes. */
  private static final int MOST_POINTS_OF_ALL = 20_000;

  private final Engine engine;
  private final Clock clock;
  private final EndpointLookup endpoints;

  public StatsApi(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
    endpoints = new EndpointLookup(engine);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats", Access.READ, this::series)
            .asking("from", "to", "step", "endpoint", "by", "limit", "cursor"));
  }

  /** Returns time series; by default the last hour in steps of one minute. */
  private Answer series(Call call) {
    String customerId = call.customer();
    QueryParameters queries = new QueryParameters(call);
    EndpointId endpoint =
        queries.read("endpoint", EndpointId::parse, "must be an endpoint id, such as ep_...");
    boolean byEndpoint =
        queries.read(
                "by",
                text -> text.equals("endpoint") ? Optional.of(text) : Optional.empty(),
                "must be endpoint, or omitted.")
            != null;
    if (byEndpoint && endpoint != null) {
      queries.wrong("by", "must be omitted when endpoint is given.");
    }
    EndpointId behind =
        queries.read("cursor", EndpointId::parse, "must be the nextCursor of the previous page.");
    long to = queries.moment("to", clock.millis());
    long from = queries.moment("from", to - HOUR);
    Long wanted =
        queries.read(
            "step", StatsApi::step, "must be a whole number of minutes, such as 1m or 2h.");
    long step = wanted == null ? MINUTE : wanted;
    StatsSpan span = new StatsSpan(from, to, step);
    if (from >= to) {
      queries.wrong("to", "must be later than from.");
    } else if (span.points() > MOST_POINTS) {
      queries.wrong("step", "is too small: at most " + MOST_POINTS + " points can be returned.");
    }
    queries.done();
    if (endpoint != null && endpoints.find(customerId, endpoint).isEmpty()) {
      throw Problem.unknown("endpoint", endpoint.toString()).asException();
    }
    if (byEndpoint) {
      return each(customerId, span, behind, call.limit());
    }
    Partial<List<StatsPoint>> points =
        endpoint == null
            ? engine.reads().statistics(customerId, span)
            : Partial.complete(engine.reads().statistics(customerId, endpoint, span));
    return answer(endpoint, step, points);
  }

  /** Returns the totals and the endpoints of a page, as many as keep the response small. */
  private Answer each(String customerId, StatsSpan span, @Nullable EndpointId behind, int limit) {
    int most = Math.clamp(MOST_POINTS_OF_ALL / Math.max(1, span.points()), 1, limit);
    Partial<EndpointPage> page =
        engine.reads().endpoints(customerId, endpoint -> true, behind, most);
    List<EndpointView> endpoints = page.value().endpoints();
    EndpointId next = page.value().next();
    List<EndpointId> ids = endpoints.stream().map(EndpointView::id).toList();
    Partial<List<StatsPoint>> whole = engine.reads().statistics(customerId, span);
    Partial<List<List<StatsPoint>>> each = engine.reads().statistics(customerId, ids, span);
    List<String> unreachable = page.with(whole, (a, b) -> a).with(each, (a, b) -> a).unreachable();
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("step", span.step() / MINUTE + "m");
          points(json, whole.value());
          json.writeArrayFieldStart("endpoints");
          for (int i = 0; i < endpoints.size(); i++) {
            json.writeStartObject();
            json.writeStringField("endpoint", ids.get(i).toString());
            json.writeStringField("url", endpoints.get(i).url().text());
            points(json, each.value().get(i));
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeStringField("nextCursor", next == null ? null : next.toString());
          ListAnswer.incomplete(json, unreachable);
          json.writeEndObject();
        });
  }

  private static Optional<Long> step(String text) {
    long step = DurationText.parse(text).orElse(0);
    return step >= MINUTE && step <= LONGEST_STEP && step % MINUTE == 0
        ? Optional.of(step)
        : Optional.empty();
  }

  private static Answer answer(
      @Nullable EndpointId endpoint, long step, Partial<List<StatsPoint>> points) {
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("endpoint", endpoint == null ? null : endpoint.toString());
          json.writeStringField("step", step / MINUTE + "m");
          points(json, points.value());
          json.writeNullField("nextCursor");
          totals(json, points.value());
          ListAnswer.incomplete(json, points.unreachable());
          json.writeEndObject();
        });
  }

  /** Merges all points into totals, because callers cannot add up percentiles. */
  private static void totals(JsonGenerator json, List<StatsPoint> points) throws IOException {
    StatsCounters all = new StatsCounters();
    points.forEach(point -> all.addLater(point.tally()));
    json.writeObjectFieldStart("totals");
    counts(json, all);
    json.writeEndObject();
  }

  private static void points(JsonGenerator json, List<StatsPoint> points) throws IOException {
    json.writeArrayFieldStart("data");
    for (StatsPoint point : points) {
      write(json, point);
    }
    json.writeEndArray();
  }

  private static void write(JsonGenerator json, StatsPoint point) throws IOException {
    StatsCounters tally = point.tally();
    json.writeStartObject();
    json.writeStringField("at", TimeJson.text(point.at()));
    counts(json, tally);
    json.writeNumberField("waiting", tally.waiting());
    json.writeEndObject();
  }

  private static void counts(JsonGenerator json, StatsCounters tally) throws IOException {
    json.writeNumberField("accepted", tally.accepted());
    json.writeNumberField("delivered", tally.delivered());
    json.writeNumberField("failed", tally.failed());
    json.writeNumberField("dropped", tally.dropped());
    LatencyJson.write(json, tally.latency());
  }
}
