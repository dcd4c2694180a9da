package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.engine.Engine;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import java.util.Optional;

/** The lookup of the endpoint that a call names; endpoints of other customers are not found. */
public record EndpointLookup(Engine engine) {
  /** Returns the endpoint of the path, or fails with a 404. */
  EndpointView named(Call call) {
    String customerId = call.customer();
    return EndpointId.parse(call.path("id"))
        .flatMap(id -> find(customerId, id))
        .orElseThrow(() -> Problem.unknown("endpoint", call.path("id")).asException());
  }

  public Optional<EndpointView> find(String customerId, EndpointId id) {
    return engine.reads().endpoint(customerId, id);
  }
}
