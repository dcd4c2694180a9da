package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EndpointPage;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.api.stats.LastHour;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** {@code GET /endpoints}: the endpoints ordered by id, so that pages stay stable. */
record EndpointListing(Engine engine, Clock clock) {
  private record Filter(@Nullable CircuitState state, @Nullable Boolean paused, String text) {
    boolean matches(EndpointView endpoint) {
      return (state == null || state == endpoint.state())
          && (paused == null || paused == endpoint.paused())
          && (text.isEmpty()
              || endpoint.url().text().toLowerCase(Locale.ROOT).contains(text)
              || endpoint.id().toString().toLowerCase(Locale.ROOT).equals(text));
    }
  }

  /** An endpoint with its last hour; null if not requested. */
  private record Row(EndpointView endpoint, @Nullable List<StatsPoint> lastHour) {}

  Answer answer(Call call) {
    QueryParameters queries = new QueryParameters(call);
    CircuitState state =
        queries.read("status", EndpointListing::state, "must be enabled, disabled or frozen.");
    Boolean paused = queries.read("paused", EndpointListing::flag, "must be true or false.");
    EndpointId behind =
        queries.read("cursor", EndpointId::parse, "must be the nextCursor of the previous page.");
    Boolean series = queries.read("series", EndpointListing::flag, "must be true or false.");
    queries.done();
    String text = queries.text("q").orElse("").strip().toLowerCase(Locale.ROOT);
    Filter filter = new Filter(state, paused, text);
    String customerId = call.customer();
    Partial<EndpointPage> page =
        engine.reads().endpoints(customerId, filter::matches, behind, call.limit());
    EndpointId next = page.value().next();
    return ListAnswer.of(
        rows(customerId, page, Boolean.TRUE.equals(series)),
        next == null ? null : next.toString(),
        (json, row) -> {
          EndpointJson.fields(json, row.endpoint());
          if (row.lastHour() != null) {
            LastHour.write(json, row.lastHour());
          }
        });
  }

  private Partial<List<Row>> rows(String customerId, Partial<EndpointPage> page, boolean series) {
    List<EndpointView> endpoints = page.value().endpoints();
    if (!series) {
      return page.map(
          found -> endpoints.stream().map(endpoint -> new Row(endpoint, null)).toList());
    }
    List<EndpointId> ids = endpoints.stream().map(EndpointView::id).toList();
    return page.with(
        engine.reads().statistics(customerId, ids, LastHour.span(clock.millis())),
        (found, points) -> {
          List<Row> rows = new ArrayList<>();
          for (int i = 0; i < endpoints.size(); i++) {
            rows.add(new Row(endpoints.get(i), points.get(i)));
          }
          return rows;
        });
  }

  private static Optional<CircuitState> state(String text) {
    return Arrays.stream(CircuitState.values()).filter(s -> s.text().equals(text)).findFirst();
  }

  private static Optional<Boolean> flag(String text) {
    return switch (text) {
      case "true" -> Optional.of(true);
      case "false" -> Optional.of(false);
      default -> Optional.empty();
    };
  }
}
