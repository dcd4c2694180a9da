package io.posthorn.server.api.endpoint;

import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Command.ConfigureEndpoint.NewSecrets;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.stats.LatencyHistogram;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.EngineReads.FailedAttempt;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.LastErrorJson;
import io.posthorn.server.api.common.LatencyJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** {@code /endpoints}: state and settings of endpoints, enabling, pausing and resuming them. */
public final class EndpointsApi {
  private static final String ONE = "/api/v1/endpoints/{id}";

  private static final long HOUR = 3_600_000;

  /** The check whether access tokens of a customer may be fetched from a URL. */
  @FunctionalInterface
  public interface TokenUrlCheck {
    /**
     * The reason for a refusal; empty if the URL is accepted.
     *
     * @param admin whether the caller is an admin; only admins see internal addresses of host names
     */
    Optional<String> refusal(String customerId, TargetUrl url, boolean admin);
  }

  private final Engine engine;
  private final AuditedChanges changes;
  private final Clock clock;
  private final Rules rules;
  private final SecretBox box;
  private final TokenUrlCheck tokenUrls;
  private final EndpointLookup lookup;
  private final EndpointListing listing;
  private final EnableMany enabling;

  public EndpointsApi(
      Engine engine,
      AuditedChanges changes,
      Clock clock,
      Rules rules,
      SecretBox box,
      TokenUrlCheck tokenUrls) {
    this.engine = engine;
    this.changes = changes;
    this.clock = clock;
    this.rules = rules;
    this.box = box;
    this.tokenUrls = tokenUrls;
    lookup = new EndpointLookup(engine);
    listing = new EndpointListing(engine, clock, rules.circuit());
    enabling = new EnableMany(engine, changes);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/endpoints", Access.READ, listing::response)
            .asking("status", "paused", "needingAttention", "q", "series", "limit", "cursor"),
        Route.post("/api/v1/endpoints/enable", Access.MANAGE, enabling::response),
        Route.get(ONE, Access.READ, call -> response(call, lookup.named(call))),
        Route.patch(ONE, Access.MANAGE, this::patch),
        action("enable", Command.EnableEndpoint::new),
        action("pause", Command.PauseEndpoint::new),
        action("resume", Command.ResumeEndpoint::new));
  }

  private Route action(String name, EndpointCommand command) {
    return Route.post(
            ONE + "/" + name, Access.MANAGE, call -> change(call, "endpoint." + name, command))
        .withoutBody();
  }

  private CallResponse response(Call call, EndpointView endpoint) {
    long now = clock.millis();
    boolean admin = call.caller().role() == Role.ADMIN;
    FailedAttempt failure =
        engine
            .reads()
            .lastFailures(endpoint.customerId(), List.of(endpoint))
            .value()
            .get(endpoint.id());
    LatencyHistogram lastHour =
        engine.reads().latency(endpoint.customerId(), endpoint.id(), now - HOUR, now + 1);
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          EndpointJson.fields(json, endpoint);
          LastErrorJson.write(json, failure, admin);
          EndpointJson.settings(json, endpoint, rules.limits().maxInFlightPerEndpoint(), box);
          AuthPatch.write(json, endpoint, box, now);
          LatencyJson.write(json, lastHour);
          new RuleDistance(rules.circuit(), endpoint, now).write(json);
          json.writeEndObject();
        });
  }

  /** Makes the command for a request, a customer and its endpoint. */
  private interface EndpointCommand {
    Command of(long request, String customerId, EndpointId endpoint);
  }

  private CallResponse change(Call call, String action, EndpointCommand command) {
    EndpointView endpoint = lookup.named(call);
    changes.make(
        call,
        what(action, endpoint),
        request -> command.of(request, endpoint.customerId(), endpoint.id()));
    return response(call, lookup.named(call));
  }

  private CallResponse patch(Call call) {
    byte[] body = call.body();
    changes.readModifyWrite(() -> patch(call, body));
    return response(call, lookup.named(call));
  }

  private Reply patch(Call call, byte[] body) {
    EndpointView endpoint = lookup.named(call);
    boolean admin = call.caller().role() == Role.ADMIN;
    EndpointSettings settings =
        new EndpointPatch(body, box)
            .applyTo(
                endpoint,
                rules.limits().maxInFlightPerEndpoint(),
                url -> tokenUrls.refusal(endpoint.customerId(), url, admin),
                clock.millis());
    NewSecrets secrets =
        settings.options().signatures().v1a()
            ? SigningKeyCreation.forEndpoint(endpoint, box)
            : null;
    return changes.make(
        call,
        what("endpoint.change", endpoint),
        request ->
            new Command.ConfigureEndpoint(
                request,
                endpoint.customerId(),
                endpoint.id(),
                settings,
                endpoint.settings(),
                secrets));
  }

  private static AuditedChanges.What what(String action, EndpointView endpoint) {
    EndpointId id = endpoint.id();
    return AuditedChanges.What.of(action, endpoint.customerId(), id.toString());
  }
}
