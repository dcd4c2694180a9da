package io.posthorn.server.api.endpoint;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.LatencyHistogram;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.stats.LatencyJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@code /endpoints}: state and settings of endpoints, enabling and pausing them. */
public final class EndpointsApi {
  private static final String ONE = "/api/v1/endpoints/{id}";

  private static final long HOUR = 3_600_000;

  private final Engine engine;
  private final AuditedChanges changes;
  private final Clock clock;
  private final Rules rules;
  private final SecretBox box;
  private final HeaderCheck check;
  private final EndpointLookup lookup;
  private final EndpointListing listing;

  public EndpointsApi(
      Engine engine,
      AuditedChanges changes,
      Clock clock,
      Rules rules,
      SecretBox box,
      HeaderCheck check) {
    this.engine = engine;
    this.changes = changes;
    this.clock = clock;
    this.rules = rules;
    this.box = box;
    this.check = check;
    lookup = new EndpointLookup(engine);
    listing = new EndpointListing(engine, clock);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/endpoints", Access.READ, listing::answer)
            .asking("status", "paused", "q", "series", "limit", "cursor"),
        Route.post("/api/v1/endpoints/enable", Access.MANAGE, this::enableMany),
        Route.get(ONE, Access.READ, call -> answer(lookup.named(call))),
        Route.patch(ONE, Access.MANAGE, this::patch),
        Route.post(ONE + "/enable", Access.MANAGE, this::enable).withoutBody(),
        Route.post(ONE + "/pause", Access.MANAGE, this::pause).withoutBody());
  }

  private Answer answer(EndpointView endpoint) {
    long now = clock.millis();
    LatencyHistogram lastHour =
        engine.reads().latency(endpoint.customerId(), endpoint.id(), now - HOUR, now + 1);
    return Answer.ok(
        json -> {
          json.writeStartObject();
          EndpointJson.fields(json, endpoint);
          EndpointJson.settings(json, endpoint, rules.limits().maxInFlightPerEndpoint(), box);
          LatencyJson.write(json, lastHour);
          new RuleDistance(rules.circuit(), endpoint, now).write(json);
          json.writeEndObject();
        });
  }

  private Answer enable(Call call) {
    EndpointView endpoint = lookup.named(call);
    changes.make(
        call,
        what("endpoint.enable", endpoint),
        request -> new Command.EnableEndpoint(request, endpoint.customerId(), endpoint.id()));
    return answer(lookup.named(call));
  }

  private Answer pause(Call call) {
    EndpointView endpoint = lookup.named(call);
    changes.make(
        call,
        what("endpoint.pause", endpoint),
        request -> new Command.PauseEndpoint(request, endpoint.customerId(), endpoint.id()));
    return answer(lookup.named(call));
  }

  private Answer patch(Call call) {
    byte[] body = call.body();
    changes.madeFromWhatIsThere(() -> patch(call, body));
    return answer(lookup.named(call));
  }

  private Reply patch(Call call, byte[] body) {
    EndpointView endpoint = lookup.named(call);
    EndpointSettings settings =
        new EndpointPatch(body, box, check)
            .applyTo(endpoint.settings(), rules.limits().maxInFlightPerEndpoint());
    return changes.make(
        call,
        what("endpoint.change", endpoint),
        request ->
            new Command.ConfigureEndpoint(
                request, endpoint.customerId(), endpoint.id(), settings, endpoint.settings()));
  }

  private Answer enableMany(Call call) {
    String customerId = call.customer();
    JsonForm fields = JsonForm.read(call.body());
    String status = fields.requiredText("status", 20);
    Optional<CircuitState> state = heldState(status);
    if (state.isEmpty() && !status.isEmpty()) {
      fields.wrong("status", "must be disabled, frozen or paused.");
    }
    fields.done();
    Reply reply =
        changes.make(
            call,
            new AuditedChanges.What("endpoint.enable", customerId, "*", status),
            request -> new Command.EnableEndpoints(request, customerId, state.orElseThrow()));
    int changed = reply instanceof Reply.Changed many ? many.count() : 0;
    return Answer.ok(
        json -> {
          json.writeStartObject();
          json.writeNumberField("changed", changed);
          json.writeEndObject();
        });
  }

  /** Counts the endpoints that enabling would change; with a closed circuit, only paused ones. */
  private static Optional<CircuitState> heldState(String status) {
    return switch (status) {
      case "disabled" -> Optional.of(CircuitState.DISABLED);
      case "frozen" -> Optional.of(CircuitState.FROZEN);
      case "paused" -> Optional.of(CircuitState.ENABLED);
      default -> Optional.empty();
    };
  }

  private static AuditedChanges.What what(String action, EndpointView endpoint) {
    EndpointId id = endpoint.id();
    return AuditedChanges.What.of(action, endpoint.customerId(), id.toString());
  }
}
