package io.posthorn.server.api;

import io.helidon.webserver.WebServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.kafka.DrivenNode;
import io.posthorn.server.ApiContract;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LoopbackClient;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.api.admin.AuditApi;
import io.posthorn.server.api.admin.BackupsApi;
import io.posthorn.server.api.admin.CustomersApi;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.endpoint.EndpointsApi;
import io.posthorn.server.api.event.EventHistoryApi;
import io.posthorn.server.api.event.EventsApi;
import io.posthorn.server.api.message.BulkActionsApi;
import io.posthorn.server.api.message.MessagesApi;
import io.posthorn.server.api.message.RequestJson;
import io.posthorn.server.api.stats.OverviewApi;
import io.posthorn.server.api.stats.StatsApi;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.api.subscription.SubscriptionService.TargetCheck;
import io.posthorn.server.api.subscription.SubscriptionsApi;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.IntakeMeter;
import io.posthorn.server.secrets.SecretBox;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The API on a real port, over several real shards in memory. */
final class ManyShards implements AutoCloseable {
  static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  static final String OURS = "acme";
  static final int COUNT = 4;

  final DrivenNode engine = DrivenNode.amongOthers(COUNT, Rules.DEFAULT, START);
  private final WebServer server;
  private final LoopbackClient client;
  private final String key;

  ManyShards() {
    engine.executeNow(request -> new Command.PutCustomer(request, OURS)).join();
    engine.executeNow(request -> new Command.PutCustomer(request, "other")).join();
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey admin = text.key("admin", Role.ADMIN, null, START, 0);
    engine.executeNow(request -> new Command.PutKey(request, admin)).join();
    key = text.clear();
    InstantSource time = () -> Instant.ofEpochMilli(engine.now());
    server =
        new HttpServer(
                new Authenticator(engine, time.withZone(ZoneOffset.UTC)),
                (where, requestId, error) -> {
                  throw new AssertionError("unexpected at " + where, error);
                })
            .open("127.0.0.1", 0, routes(time.withZone(ZoneOffset.UTC)));
    client = new LoopbackClient(server.port());
  }

  private List<Route> routes(Clock clock) {
    Rules rules = Rules.DEFAULT;
    SecretBox box = new SecretBox(new byte[32]);
    AuditedChanges changes = new AuditedChanges(engine, clock);
    SubscriptionService subscriptions =
        new SubscriptionService(
            engine, changes, clock, box, (customer, url, admin) -> TargetCheck.Verdict.ALLOWED);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SubscriptionsApi(subscriptions).routes());
    routes.addAll(
        new EventsApi(
                engine,
                clock,
                EventRateLimit.unlimited(),
                new IntakeMeter(new SimpleMeterRegistry()))
            .routes());
    routes.addAll(new EventHistoryApi(engine, message -> false).routes());
    routes.addAll(
        new EndpointsApi(
                engine, changes, clock, rules, box, (customer, url, admin) -> Optional.empty())
            .routes());
    routes.addAll(
        new MessagesApi(
                engine,
                changes,
                rules,
                message -> false,
                new RequestJson(box, "Posthorn/test", false))
            .routes());
    routes.addAll(new BulkActionsApi(engine, changes, clock).routes());
    routes.addAll(new CustomersApi(engine, changes).routes());
    routes.addAll(new AuditApi(engine).routes());
    routes.addAll(new StatsApi(engine, clock).routes());
    routes.addAll(new OverviewApi(engine, clock, rules).routes());
    routes.addAll(new BackupsApi(null, engine.backupAdvice(), changes).routes());
    return routes;
  }

  /** A URL whose endpoint belongs to a shard. */
  String url(int shard) {
    for (int i = 0; ; i++) {
      String url = "https://receiver.example/" + i;
      if (engine.assignment().shardOf(TargetUrl.parse(url).endpointOf(OURS)) == shard) {
        return url;
      }
    }
  }

  /** The id of that endpoint. */
  String endpoint(int shard) {
    return TargetUrl.parse(url(shard)).endpointOf(OURS).toString();
  }

  /** A subscription at an endpoint of a shard. */
  JsonResponse subscribe(int shard) {
    return post(
        "/subscriptions",
        """
        {"objCode": "TASK", "eventType": "UPDATE", "url": "%s"}\
        """
            .formatted(url(shard)));
  }

  void subscribeEverywhere() {
    for (int shard = 0; shard < COUNT; shard++) {
      subscribe(shard);
    }
  }

  void event(String id) {
    event(id, "1");
  }

  void event(String id, String value) {
    post(
        "/events",
        """
        {"id": "%s", "objCode": "TASK", "eventType": "UPDATE", "newState": {"a": %s}}\
        """
            .formatted(id, value));
  }

  void respondToAll(int status) {
    while (!engine.sent.isEmpty()) {
      engine.respond(engine.sent.getFirst(), Outcome.responded(status, 7));
    }
  }

  void pass(long millis) {
    engine.goTo(engine.now() + millis);
  }

  JsonResponse get(String path) {
    return call("GET", path, null);
  }

  JsonResponse post(String path, String body) {
    return call("POST", path, body);
  }

  JsonResponse call(String method, String path, @Nullable String body) {
    HttpResponse<String> response =
        client.call(method, "/api/v1" + path, body, LoopbackClient.headers(key, OURS));
    if (response.statusCode() < 300) { // refusals of this engine are documented only in prose
      ApiContract.DOCUMENTED.check(method, "/api/v1" + path, response);
    }
    return new JsonResponse(response);
  }

  @Override
  public void close() {
    client.close();
    server.stop();
    engine.close();
  }
}
