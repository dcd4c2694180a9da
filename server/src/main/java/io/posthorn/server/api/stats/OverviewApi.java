package io.posthorn.server.api.stats;

import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.stats.StatsCounters;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EngineReads.FailedAttempt;
import io.posthorn.engine.read.Overview;
import io.posthorn.engine.read.Partial;
import io.posthorn.engine.read.StatsPart;
import io.posthorn.engine.read.StatsSpan;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.endpoint.NeedsAttention;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code GET /overview}: the current state of a customer, and the health of each customer. */
public final class OverviewApi {
  private static final int MOST_ATTENTION = 50;

  /** A page of customers reads no further one once it has read so many endpoints. */
  private static final int MOST_ENDPOINTS = 10_000;

  private static final long HOUR = 3_600_000;

  private final Engine engine;
  private final Clock clock;
  private final Rules rules;

  public OverviewApi(Engine engine, Clock clock, Rules rules) {
    this.engine = engine;
    this.clock = clock;
    this.rules = rules;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/overview", Access.READ, this::response),
        Route.get("/api/v1/overview/customers", Access.READ, this::customers)
            .asking("needingAttention", "limit", "cursor"));
  }

  private CallResponse response(Call call) {
    String customerId = call.customer();
    long now = clock.millis();
    boolean admin = call.caller().role() == Role.ADMIN;
    Partial<Overview> overview = engine.reads().overview(customerId);
    List<NeedsAttention> attention =
        NeedsAttention.among(overview.value().endpoints(), rules.circuit(), now);
    List<NeedsAttention> worst = attention.subList(0, Math.min(MOST_ATTENTION, attention.size()));
    Partial<Map<EndpointId, FailedAttempt>> errors =
        engine
            .reads()
            .lastFailures(customerId, worst.stream().map(NeedsAttention::endpoint).toList());
    List<String> unreachable = overview.with(errors, (a, b) -> a).unreachable();
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          TimeJson.write(json, "at", now);
          json.writeObjectFieldStart("delivery");
          json.writeBooleanField("paused", overview.value().pause().customer());
          json.writeBooleanField("pausedForAll", overview.value().pause().all());
          json.writeEndObject();
          OverviewJson.counts(json, overview.value());
          json.writeNumberField("needingAttention", attention.size());
          OverviewJson.attention(json, worst, errors.value(), admin);
          ListResponse.incomplete(json, unreachable);
          json.writeEndObject();
        });
  }

  /** Lists each customer with its health; the pages of all customers read a few at a time. */
  private CallResponse customers(Call call) {
    QueryParameters queries = new QueryParameters(call);
    boolean needingOnly = queries.only("needingAttention");
    queries.done();
    int[] endpoints = {0};
    return CustomerPages.response(
        call,
        engine,
        (customerId, cursor, limit) -> health(customerId, cursor, needingOnly, endpoints),
        () -> endpoints[0] >= MOST_ENDPOINTS);
  }

  /**
   * A list of one entry: the health of one customer. It is empty if only customers that need
   * attention are wanted, and this one does not; a page reads as many customers either way.
   *
   * @param endpoints counts the endpoints read
   */
  private CustomerPages.Page health(
      String customerId, Optional<String> cursor, boolean needingOnly, int[] endpoints) {
    if (cursor.isPresent()) {
      throw QueryParameters.badCursor(cursor.get());
    }
    long now = clock.millis();
    Partial<Overview> overview = engine.reads().overview(customerId);
    endpoints[0] += overview.value().endpoints().size();
    int needing = NeedsAttention.among(overview.value().endpoints(), rules.circuit(), now).size();
    if (needingOnly && needing == 0) {
      return new CustomerPages.Page(overview.map(none -> List.of()), null, 0);
    }
    Partial<StatsPart> lastHour =
        engine.reads().statistics(customerId, new StatsSpan(now - HOUR, now + 1, HOUR));
    StatsCounters counts = new StatsCounters();
    lastHour.value().series().getFirst().forEach(point -> counts.addLater(point.tally()));
    CustomerPages.Entry entry =
        json -> {
          json.writeStringField("customerId", customerId);
          json.writeBooleanField("deliveryPaused", overview.value().pause().customer());
          OverviewJson.counts(json, overview.value());
          json.writeNumberField("needingAttention", needing);
          json.writeObjectFieldStart("lastHour");
          json.writeNumberField("accepted", counts.accepted());
          json.writeNumberField("delivered", counts.delivered());
          json.writeNumberField("failed", counts.failed());
          json.writeNumberField("dropped", counts.dropped());
          json.writeEndObject();
        };
    return new CustomerPages.Page(overview.with(lastHour, (a, b) -> List.of(entry)), null, 0);
  }
}
