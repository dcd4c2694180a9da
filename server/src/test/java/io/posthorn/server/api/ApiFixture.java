package io.posthorn.server.api;

import io.helidon.webserver.WebServer;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.event.Event;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.engine.ManualEngine;
import io.posthorn.server.ApiContract;
import io.posthorn.server.EngineUnderTest;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LoopbackClient;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.api.admin.AuditApi;
import io.posthorn.server.api.admin.CustomersApi;
import io.posthorn.server.api.admin.DeliveryPauseApi;
import io.posthorn.server.api.admin.EncryptionKeyApi;
import io.posthorn.server.api.admin.ReencryptionSettings;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.endpoint.CircuitHistoryApi;
import io.posthorn.server.api.endpoint.EndpointsApi;
import io.posthorn.server.api.endpoint.SecretsApi;
import io.posthorn.server.api.message.BulkActionsApi;
import io.posthorn.server.api.message.MessagesApi;
import io.posthorn.server.api.message.RequestJson;
import io.posthorn.server.api.stats.OverviewApi;
import io.posthorn.server.api.stats.StatsApi;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.ReplaceableKeys;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.secrets.SigningSecret;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The API on a real loopback port, over a real shard, in virtual time. */
public final class ApiFixture implements AutoCloseable {
  public static final long START = Instant.parse("2026-01-01T00:00:00Z").toEpochMilli();
  public static final String OURS = "default";
  public static final String THEIRS = "other";
  public static final String URL = "https://receiver.example/hook";

  /** Endpoints are disabled after 3 consecutive failures and frozen after 6. */
  static final Rules RULES =
      Rules.DEFAULT.withCircuit(
          new CircuitRules(
              Duration.ofHours(48).toMillis(),
              100,
              700_000,
              3,
              Duration.ofMinutes(10).toMillis(),
              2_000,
              Duration.ofHours(72).toMillis(),
              6));

  public final ManualEngine engine = EngineUnderTest.manual(RULES, START);

  public final SecretBox box = new SecretBox(new byte[32]);

  /** The encryption keys that the server reads again before a re-encryption. */
  public final ReplaceableKeys keys = new ReplaceableKeys(box);

  public final Set<MessageId> flying = new HashSet<>();

  public final String admin = key(Role.ADMIN, null);
  public final String manager = key(Role.MANAGER, OURS);
  public final String viewer = key(Role.VIEWER, OURS);
  public final String producer = key(Role.PRODUCER, OURS);
  public final String otherCustomer = key(Role.MANAGER, THEIRS);
  public final String ownAdmin = key(Role.ADMIN, OURS);
  private final WebServer server;
  private final LoopbackClient client;
  private int ids;

  /** As the address guard would refuse it. */
  private static Optional<String> refusal(String customerId, TargetUrl url, boolean admin) {
    return url.host().startsWith("10.") ? Optional.of("The URL is not allowed.") : Optional.empty();
  }

  public ApiFixture() {
    this(StatsApi.MOST_KEYS);
  }

  /**
   * Creates an API.
   *
   * @param statsKeys the number of keys after which a page of statistics begins no further series
   */
  public ApiFixture(int statsKeys) {
    execute(request -> new Command.PutCustomer(request, OURS));
    execute(request -> new Command.PutCustomer(request, THEIRS));
    Clock clock = fixtureClock(() -> Instant.ofEpochMilli(engine.now()));
    AuditedChanges changes = new AuditedChanges(engine, clock);
    List<Route> routes = new ArrayList<>();
    routes.addAll(
        new EndpointsApi(engine, changes, clock, RULES, box, ApiFixture::refusal).routes());
    routes.addAll(new SecretsApi(engine, changes, clock, box).routes());
    routes.addAll(
        new MessagesApi(
                engine,
                changes,
                RULES,
                flying::contains,
                new RequestJson(box, "Posthorn/test", false))
            .routes());
    routes.addAll(new OverviewApi(engine, clock, RULES).routes());
    routes.addAll(new CircuitHistoryApi(engine).routes());
    routes.addAll(new BulkActionsApi(engine, changes, clock).routes());
    routes.addAll(new DeliveryPauseApi(engine, changes).routes());
    routes.addAll(new CustomersApi(engine, changes).routes());
    routes.addAll(new AuditApi(engine).routes());
    ReencryptionSettings reencryption =
        new ReencryptionSettings(keys, Runnable::run, Duration.ZERO);
    routes.addAll(new EncryptionKeyApi(engine, changes, clock, box, reencryption).routes());
    routes.addAll(new StatsApi(engine, clock, statsKeys).routes());
    HttpServer http =
        new HttpServer(
            new Authenticator(engine, clock),
            (where, requestId, error) -> {
              throw new AssertionError("unexpected at " + where, error);
            });
    server = http.open("127.0.0.1", 0, routes);
    client = new LoopbackClient(server.port());
  }

  private static Clock fixtureClock(InstantSource source) {
    return source.withZone(ZoneOffset.UTC);
  }

  private String key(Role role, @Nullable String customerId) {
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key =
        new ApiKey(
            "key_" + role.text(),
            text.digest(),
            text.prefix(),
            role.text(),
            role,
            customerId,
            START,
            0);
    execute(request -> new Command.PutKey(request, key));
    return text.clear();
  }

  private void execute(LongFunction<Command> command) {
    if (!(engine.executeNow(command).join() instanceof Reply.Done)) {
      throw new AssertionError("not done");
    }
  }

  // Events and receivers.

  public void pass(Duration time) {
    long target = engine.now() + time.toMillis();
    for (long at = engine.now(); at < target; at = Math.min(target, at + 60_000)) {
      engine.goTo(at);
    }
    engine.goTo(target);
  }

  public Subscription subscribe(String customerId, String url) {
    Subscription subscription =
        new Subscription(
            new SubscriptionId(9, ++ids),
            customerId,
            "TASK",
            "UPDATE",
            null,
            TargetUrl.parse(url),
            FilterSet.none(),
            PayloadVersion.V2,
            PayloadVersion.V2,
            0,
            PayloadFormat.WORKFRONT,
            false,
            null,
            null,
            null,
            engine.now(),
            engine.now());
    byte[] secret = box.seal(SigningSecret.random().clear());
    execute(request -> new Command.CreateSubscription(request, subscription, secret));
    return subscription;
  }

  /** Switches the order of a subscription's messages on. */
  public void order(Subscription subscription) {
    Subscription ordered = subscription.withOrdered(true);
    execute(
        request ->
            new Command.ChangeSubscription(
                request, ordered, subscription.modifiedAt(), new byte[] {1}));
  }

  /** Posts an event of an object and returns the ids of its messages. */
  public List<MessageId> post(String customerId, String objId) {
    Event event =
        new Event(
            customerId,
            "event-" + ++ids,
            "TASK",
            "UPDATE",
            objId,
            Instant.ofEpochMilli(engine.now()),
            null,
            JsonSlice.of("{\"name\":\"" + objId + "\"}"),
            null,
            null);
    engine.acceptNow(List.of(event)).join();
    return engine.reads().event(customerId, event.id()).orElseThrow().value().messages().stream()
        .map(Message::id)
        .toList();
  }

  /** Posts one event that one subscription matches. */
  public MessageId message(String objId) {
    return post(OURS, objId).getFirst();
  }

  public void respond(Outcome outcome) {
    engine.respond(engine.sent.getFirst(), outcome);
  }

  public void respondToAll(Outcome outcome) {
    while (!engine.sent.isEmpty()) {
      respond(outcome);
    }
  }

  /** Fails an endpoint's requests until its circuit opens and nothing more is sent. */
  public void failUntilDisabled() {
    for (int i = 0; i < 3; i++) {
      message("failing-" + i);
    }
    for (Effect.Send send : List.copyOf(engine.sent)) {
      engine.respond(send, Outcome.responded(500, 20));
    }
  }

  public String endpointId(String customerId, String url) {
    return TargetUrl.parse(url).endpointOf(customerId).toString();
  }

  // API calls.

  public JsonResponse get(String key, String path) {
    return call("GET", key, path, null);
  }

  public JsonResponse post(String key, String path, String body) {
    return call("POST", key, path, body);
  }

  /** Reads a list of all customers, as an admin of all. */
  public JsonResponse getAll(String path) {
    return call("GET", admin, "*", path, null);
  }

  public JsonResponse call(String method, String key, String path, @Nullable String body) {
    return call(method, key, key.equals(admin) ? OURS : "", path, body);
  }

  /**
   * Makes a call.
   *
   * @param customer the header X-Customer-Id; empty for none
   */
  public JsonResponse call(
      String method, String key, String customer, String path, @Nullable String body) {
    HttpResponse<String> response =
        client.call(method, "/api/v1" + path, body, LoopbackClient.headers(key, customer));
    ApiContract.DOCUMENTED.check(method, "/api/v1" + path, response);
    return new JsonResponse(response);
  }

  @Override
  public void close() {
    server.stop();
    client.close();
    engine.close();
  }
}
