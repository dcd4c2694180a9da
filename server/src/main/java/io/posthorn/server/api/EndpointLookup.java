package io.posthorn.server.api;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.server.Engine;
import io.posthorn.server.Unreached;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the endpoint that a call names. Another customer's is not there. */
final class EndpointLookup {
  private final Engine engine;
  private final CircuitRules rules;
  private final Clock clock;

  EndpointLookup(Engine engine, CircuitRules rules, Clock clock) {
    this.engine = engine;
    this.rules = rules;
    this.clock = clock;
  }

  /** The endpoint of the path, or a 404. */
  EndpointView named(Call call) {
    String customerId = call.customer();
    return EndpointId.parse(call.path("id"))
        .flatMap(id -> find(customerId, id))
        .orElseThrow(() -> Problem.notFound("There is no such endpoint.").asException());
  }

  /** A customer's endpoints behind one, in the order of their ids. */
  List<EndpointView> list(
      Unreached unreached, String customerId, @Nullable EndpointId behind, int most) {
    long now = clock.millis();
    return engine.read(
        unreached, view -> new EndpointReader(view, rules).list(customerId, behind, most, now));
  }

  Optional<EndpointView> find(String customerId, EndpointId id) {
    long now = clock.millis();
    return Optional.ofNullable(
        engine.<@Nullable EndpointView>read(
            view -> new EndpointReader(view, rules).get(customerId, id, now)));
  }
}
