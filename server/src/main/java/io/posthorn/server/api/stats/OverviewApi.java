package io.posthorn.server.api.stats;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.Overview;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.time.Clock;
import java.util.List;

/** {@code GET /overview}: the current state of a customer. */
public final class OverviewApi {
  private final Engine engine;
  private final Clock clock;
  private final Rules rules;

  public OverviewApi(Engine engine, Clock clock, Rules rules) {
    this.engine = engine;
    this.clock = clock;
    this.rules = rules;
  }

  public List<Route> routes() {
    return List.of(Route.get("/api/v1/overview", Access.READ, this::response));
  }

  private CallResponse response(Call call) {
    String customerId = call.customer();
    Partial<Overview> overview = engine.reads().overview(customerId);
    return CallResponse.ok(
        new OverviewJson(
            overview.value(), overview.unreachable(), rules.circuit(), clock.millis()));
  }
}
