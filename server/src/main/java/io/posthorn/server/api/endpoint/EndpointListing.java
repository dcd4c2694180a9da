package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.EngineReads.FailedAttempt;
import io.posthorn.engine.read.Partial;
import io.posthorn.engine.read.StatsPart;
import io.posthorn.server.api.common.CustomerPages;
import io.posthorn.server.api.common.LastErrorJson;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** {@code GET /endpoints}: the endpoints ordered by id, so that pages stay stable. */
public record EndpointListing(Engine engine, Clock clock, CircuitRules rules) {
  /** The criteria of a call; null for those that it does not give. */
  private record Filter(
      @Nullable CircuitState state,
      @Nullable Boolean paused,
      @Nullable Predicate<EndpointView> needing,
      EndpointSearch search) {
    boolean matches(EndpointView endpoint) {
      return (state == null || state == endpoint.state())
          && (paused == null || paused == endpoint.paused())
          && (needing == null || needing.test(endpoint))
          && search.matches(endpoint.id(), endpoint.url().text());
    }
  }

  /**
   * An endpoint with its last error and its last hour.
   *
   * @param lastError null if there was none, or if retention has removed it
   * @param lastHour null if not requested
   */
  private record Row(
      EndpointView endpoint,
      @Nullable FailedAttempt lastError,
      @Nullable List<StatsPoint> lastHour) {
    void write(JsonGenerator json, boolean admin) throws IOException {
      EndpointJson.fields(json, endpoint);
      LastErrorJson.write(json, lastError, admin);
      if (lastHour != null) {
        LastHour.write(json, lastHour);
      }
    }
  }

  CallResponse response(Call call) {
    QueryParameters queries = new QueryParameters(call);
    CircuitState state =
        queries.read("status", EndpointListing::state, "must be enabled, disabled or frozen.");
    Boolean paused = queries.flag("paused");
    boolean needing = queries.only("needingAttention");
    queries.checkCursor(text -> EndpointId.parse(text).isPresent());
    boolean series = Boolean.TRUE.equals(queries.flag("series"));
    queries.done();
    EndpointSearch search = EndpointSearch.of(queries.text("q").orElse(""));
    Filter filter = new Filter(state, paused, needing ? this::needsAttention : null, search);
    boolean admin = call.caller().role() == Role.ADMIN;
    return CustomerPages.response(
        call,
        engine,
        (customerId, cursor, limit) -> page(customerId, filter, cursor, limit, series, admin));
  }

  private boolean needsAttention(EndpointView endpoint) {
    return NeedsAttention.of(endpoint, rules, clock.millis()).isPresent();
  }

  /** Returns the endpoint that a cursor names. */
  public static EndpointId cursor(String text) {
    return EndpointId.parse(text).orElseThrow(() -> QueryParameters.badCursor(text));
  }

  private CustomerPages.Page page(
      String customerId,
      Filter filter,
      Optional<String> cursor,
      int limit,
      boolean series,
      boolean admin) {
    EndpointId behind = cursor.map(EndpointListing::cursor).orElse(null);
    Partial<EndpointPage> page =
        engine.reads().endpoints(customerId, filter::matches, behind, limit);
    EndpointId next = page.value().next();
    return new CustomerPages.Page(
        rows(customerId, page, series)
            .map(
                rows ->
                    rows.stream()
                        .<CustomerPages.Entry>map(row -> json -> row.write(json, admin))
                        .toList()),
        next == null ? null : next.toString(),
        0);
  }

  private Partial<List<Row>> rows(String customerId, Partial<EndpointPage> page, boolean series) {
    List<EndpointView> endpoints = page.value().endpoints();
    return page.with(engine.reads().lastFailures(customerId, endpoints), (found, errors) -> errors)
        .with(
            lastHours(customerId, endpoints, series),
            (errors, hours) -> {
              List<Row> rows = new ArrayList<>();
              for (int i = 0; i < endpoints.size(); i++) {
                EndpointView endpoint = endpoints.get(i);
                rows.add(
                    new Row(endpoint, errors.get(endpoint.id()), series ? hours.get(i) : null));
              }
              return rows;
            });
  }

  private Partial<List<List<StatsPoint>>> lastHours(
      String customerId, List<EndpointView> endpoints, boolean series) {
    List<EndpointId> ids = endpoints.stream().map(EndpointView::id).toList();
    return series
        ? engine
            .reads()
            .statistics(customerId, ids, LastHour.span(clock.millis()), Integer.MAX_VALUE)
            .map(StatsPart::series)
        : Partial.complete(List.of());
  }

  private static Optional<CircuitState> state(String text) {
    return Arrays.stream(CircuitState.values()).filter(s -> s.text().equals(text)).findFirst();
  }
}
