package io.posthorn.server.api.stats;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.text.DurationText;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.CustomerIds;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.Partial;
import io.posthorn.engine.read.StatsPart;
import io.posthorn.engine.read.StatsSpan;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.LatencyJson;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.endpoint.EndpointListing;
import io.posthorn.server.api.endpoint.EndpointLookup;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** {@code /stats}: time series of a customer, of one of its endpoints, or of each. */
public final class StatsApi {
  private static final long MINUTE = 60_000;

  /** A hundred years, so that sums of steps do not overflow. */
  private static final long LONGEST_STEP = 36_500 * DurationText.DAY;

  private static final long HOUR = 60 * MINUTE;
  private static final int MOST_POINTS = 2_000;
  private static final int CUSTOMERS_AT_ONCE = 1_000;

  /** The limit for all endpoints of a page: a few megabytes. */
  private static final int MOST_POINTS_OF_ALL = 20_000;

  /** Each minute with activity is a key, so the range bounds what one series reads. */
  private static final long LONGEST_RANGE = 60 * DurationText.DAY;

  /** The keys after which a page begins no further series: some tenths of a second. */
  public static final int MOST_KEYS = 100_000;

  /** Stands before all endpoints of a customer in a cursor. */
  private static final EndpointId BEFORE_ALL = new EndpointId(0, 0);

  private final Engine engine;
  private final Clock clock;
  private final EndpointLookup endpoints;
  private final int mostKeys;

  public StatsApi(Engine engine, Clock clock) {
    this(engine, clock, MOST_KEYS);
  }

  /**
   * Creates the routes.
   *
   * @param mostKeys the number of stored keys after which a page begins no further series
   */
  public StatsApi(Engine engine, Clock clock, int mostKeys) {
    this.engine = engine;
    this.clock = clock;
    this.mostKeys = mostKeys;
    endpoints = new EndpointLookup(engine);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/stats", Access.READ, this::series)
            .asking("from", "to", "step", "endpoint", "by", "limit", "cursor"));
  }

  /** Returns time series; by default the last hour in steps of one minute. */
  private CallResponse series(Call call) {
    Optional<String> customer = call.listedCustomer();
    QueryParameters queries = new QueryParameters(call);
    EndpointId endpoint =
        queries.read("endpoint", EndpointId::parse, "must be an endpoint id, such as ep_...");
    boolean byEndpoint =
        queries.read(
                "by",
                text -> text.equals("endpoint") ? Optional.of(text) : Optional.empty(),
                "must be endpoint, or omitted.")
            != null;
    if (endpoint != null && customer.isEmpty()) {
      queries.wrong("endpoint", "needs the customer of the endpoint in X-Customer-Id.");
    }
    if (byEndpoint && endpoint != null) {
      queries.wrong("by", "must be omitted when endpoint is given.");
    }
    if (byEndpoint) {
      queries.checkCursor(text -> EndpointId.parse(text).isPresent());
    } else if (queries.text("cursor").isPresent()) {
      queries.wrong("cursor", "is for pages of endpoints; omit it, or add by=endpoint.");
    }
    long to = queries.time("to", clock.millis());
    long from = queries.time("from", to - HOUR);
    Long wanted =
        queries.read(
            "step", StatsApi::step, "must be a whole number of minutes, such as 1m or 2h.");
    long step = wanted == null ? MINUTE : wanted;
    StatsSpan span = new StatsSpan(from, to, step);
    if (from >= to) {
      queries.wrong("to", "must be later than from.");
    } else if (to - from > LONGEST_RANGE) {
      queries.wrong(
          "from", "must be at most 60 days before to; split a longer time over several calls.");
    } else if (span.points() > MOST_POINTS) {
      queries.wrong(
          "step",
          "is too small: a response has at most " + MOST_POINTS + " points; use a longer step.");
    }
    queries.done();
    int limit = call.limit();
    if (endpoint != null && endpoints.find(customer.orElseThrow(), endpoint).isEmpty()) {
      throw Problem.unknown("endpoint", endpoint.toString()).asException();
    }
    if (byEndpoint) {
      return each(call, customer, span, limit);
    }
    Partial<List<StatsPoint>> points =
        endpoint == null
            ? totals(customer, span)
            : Partial.complete(engine.reads().statistics(customer.orElseThrow(), endpoint, span));
    return response(endpoint, step, points);
  }

  /**
   * Returns the totals and the endpoints of a page, limited so that the response stays small and
   * the number of keys that are read bounded.
   */
  private CallResponse each(Call call, Optional<String> customer, StatsSpan span, int limit) {
    int most = Math.clamp(MOST_POINTS_OF_ALL / Math.max(1, span.points()), 1, limit);
    AtomicInteger keysRead = new AtomicInteger();
    CustomerPages.Page page =
        CustomerPages.read(
            call,
            engine,
            most,
            (customerId, cursor, count) -> endpoints(customerId, cursor, count, span, keysRead));
    Partial<List<StatsPoint>> whole = totals(customer, span);
    List<String> unreachable = page.entries().with(whole, (a, b) -> a).unreachable();
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("step", span.step() / MINUTE + "m");
          points(json, whole.value());
          json.writeArrayFieldStart("endpoints");
          for (CustomerPages.Entry entry : page.entries().value()) {
            json.writeStartObject();
            entry.write(json);
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeStringField("nextCursor", page.next());
          ListResponse.incomplete(json, unreachable);
          json.writeEndObject();
        });
  }

  /** Returns the series of a customer, or the sum over all customers. */
  private Partial<List<StatsPoint>> totals(Optional<String> customer, StatsSpan span) {
    return customer.isPresent()
        ? engine.reads().statistics(customer.get(), span).map(part -> part.series().getFirst())
        : totals(span);
  }

  /** Percentiles of parts cannot be added up by a caller, so a sum that is too long is refused. */
  private Partial<List<StatsPoint>> totals(StatsSpan span) {
    Partial<List<StatsPoint>> all = Partial.complete(none(span));
    int keysRead = 0;
    String behind = "";
    do {
      CustomerIds some = engine.reads().customerIds(behind, CUSTOMERS_AT_ONCE);
      for (String customerId : some.ids()) {
        if (keysRead >= mostKeys) {
          throw Problem.badField(
                  "from",
                  "from and to cover too much data of all customers for one call; choose"
                      + " a shorter time, or name one customer in X-Customer-Id.")
              .asException();
        }
        Partial<StatsPart> part = engine.reads().statistics(customerId, span);
        keysRead += part.value().keysRead();
        all = all.with(part, (sum, more) -> StatsPoint.sum(List.of(sum, more.series().getFirst())));
      }
      behind = some.next();
    } while (behind != null);
    return all;
  }

  private static List<StatsPoint> none(StatsSpan span) {
    long first = Math.floorDiv(span.from(), span.step()) * span.step();
    return LongStream.range(0, span.points())
        .mapToObj(i -> new StatsPoint(first + i * span.step(), new StatsCounters()))
        .toList();
  }

  private CustomerPages.Page endpoints(
      String customerId,
      Optional<String> cursor,
      int limit,
      StatsSpan span,
      AtomicInteger keysRead) {
    EndpointId behind = cursor.map(EndpointListing::cursor).orElse(BEFORE_ALL);
    if (keysRead.get() >= mostKeys) {
      return new CustomerPages.Page(Partial.complete(List.of()), behind.toString(), 0);
    }
    Partial<EndpointPage> page =
        engine.reads().endpoints(customerId, endpoint -> true, behind, limit);
    List<EndpointView> found = page.value().endpoints();
    List<EndpointId> ids = found.stream().map(EndpointView::id).toList();
    Partial<StatsPart> part =
        engine.reads().statistics(customerId, ids, span, mostKeys - keysRead.get());
    keysRead.addAndGet(part.value().keysRead());
    List<List<StatsPoint>> each = part.value().series();
    EndpointId next = each.size() < ids.size() ? ids.get(each.size() - 1) : page.value().next();
    List<CustomerPages.Entry> entries =
        IntStream.range(0, each.size())
            .<CustomerPages.Entry>mapToObj(
                i ->
                    json -> {
                      json.writeStringField("endpoint", ids.get(i).toString());
                      json.writeStringField("url", found.get(i).url().text());
                      points(json, each.get(i));
                    })
            .toList();
    return new CustomerPages.Page(
        page.with(part, (endpoints, series) -> entries), next == null ? null : next.toString(), 0);
  }

  private static Optional<Long> step(String text) {
    long step = DurationText.parse(text).orElse(0);
    return step >= MINUTE && step <= LONGEST_STEP && step % MINUTE == 0
        ? Optional.of(step)
        : Optional.empty();
  }

  private static CallResponse response(
      @Nullable EndpointId endpoint, long step, Partial<List<StatsPoint>> points) {
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeStringField("endpoint", endpoint == null ? null : endpoint.toString());
          json.writeStringField("step", step / MINUTE + "m");
          points(json, points.value());
          json.writeNullField("nextCursor");
          totals(json, points.value());
          ListResponse.incomplete(json, points.unreachable());
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
