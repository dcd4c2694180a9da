package io.posthorn.server;

import io.helidon.webserver.WebServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.ManualEngine;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.event.EventHistoryApi;
import io.posthorn.server.api.event.EventsApi;
import io.posthorn.server.api.subscription.DraftDryRunApi;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.api.subscription.SubscriptionService.TargetCheck;
import io.posthorn.server.api.subscription.SubscriptionsApi;
import io.posthorn.server.api.subscription.TestApi;
import io.posthorn.server.http.CallCounts;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.metrics.IntakeMeter;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.workfront.WorkfrontApi;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The API on a real loopback port, on an engine in virtual time, with API keys. */
public final class LiveApi implements AutoCloseable {
  public static final long START = Instant.parse("2026-11-15T10:00:00Z").toEpochMilli();

  public final ManualEngine engine =
      EngineUnderTest.manual(Rules.DEFAULT.withCircuit(freezesEarly()), START);

  /** The bodies of sent test requests. */
  public final List<String> samples = new ArrayList<>();

  /** Internal errors, which callers do not see. */
  public final List<Throwable> unexpected = new ArrayList<>();

  /** The request ids of the calls that failed with them. */
  public final List<String> unexpectedRequests = new ArrayList<>();

  /** The messages whose requests are reported as in flight. */
  public final Set<MessageId> flying = new HashSet<>();

  public TargetCheck.Verdict targetVerdict = TargetCheck.Verdict.ALLOWED;
  public Outcome sampleOutcome = Outcome.responded(200, 12);

  private final WebServer server;
  private final LoopbackClient client;

  public LiveApi() {
    this(EventRateLimit.unlimited());
  }

  public LiveApi(EventRateLimit rate) {
    this(rate, ConnectionLimits.DEFAULT);
  }

  public LiveApi(EventRateLimit rate, ConnectionLimits limits) {
    Clock clock = new EngineClock(engine);
    AuditedChanges changes = new AuditedChanges(engine, clock);
    SubscriptionService subscriptions =
        new SubscriptionService(
            engine,
            changes,
            clock,
            new SecretBox(new byte[32]),
            (customer, url, admin) -> targetVerdict);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SubscriptionsApi(subscriptions).routes());
    routes.addAll(
        new TestApi(
                subscriptions,
                clock,
                engine.marks(),
                (subscription, endpoint, body) -> {
                  samples.add(new String(body, StandardCharsets.UTF_8));
                  return CompletableFuture.completedFuture(sampleOutcome);
                },
                MessageBody.DEFAULT_SOURCE)
            .routes());
    routes.addAll(new DraftDryRunApi(engine, clock).routes());
    routes.addAll(
        new EventsApi(engine, clock, rate, new IntakeMeter(new SimpleMeterRegistry())).routes());
    routes.addAll(new EventHistoryApi(engine, flying::contains).routes());
    routes.addAll(new WorkfrontApi(subscriptions).routes());
    HttpServer http =
        new HttpServer(
            new Authenticator(engine, clock),
            (call, requestId, error) -> {
              unexpected.add(error);
              unexpectedRequests.add(requestId);
            },
            CallCounts.NONE,
            limits);
    server = http.open("127.0.0.1", 0, routes);
    client = new LoopbackClient(server.port());
  }

  /** One failure freezes an endpoint, so that tests need no 50,000. */
  private static CircuitRules freezesEarly() {
    CircuitRules usual = CircuitRules.DEFAULT;
    return new CircuitRules(
        usual.window(),
        usual.minAttempts(),
        usual.failureRate(),
        usual.disableConsecutive(),
        usual.probeInterval(),
        usual.freezeConsecutive(),
        usual.freezeSinceSuccess(),
        1);
  }

  public int port() {
    return server.port();
  }

  /** Creates customers. */
  public LiveApi with(String... customers) {
    for (String customer : customers) {
      engine.executeNow(request -> new Command.PutCustomer(request, customer)).join();
    }
    return this;
  }

  /** Creates a key for one customer, or for all (null). */
  public String key(Role role, @Nullable String customerId) {
    ApiKeySecret text = ApiKeySecret.random();
    ApiKey key = text.key("a key of a test", role, customerId, engine.now(), 0);
    engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text.clear();
  }

  /** Responds to all requests in flight. */
  public void respondToAll(int status) {
    for (Effect.Send send : List.copyOf(engine.sent)) {
      engine.respond(send, Outcome.responded(status, 3));
    }
  }

  public void pass(long millis) {
    engine.goTo(engine.now() + millis);
  }

  /** Makes a call; headers are alternating names and values. */
  public JsonResponse call(
      String method, String path, String key, @Nullable String body, String... headers) {
    Map<String, String> all = LoopbackClient.headers(key, "");
    all.putAll(LoopbackClient.headers(headers));
    HttpResponse<String> response = client.call(method, path, body, all);
    if (unexpected.isEmpty()) { // an internal error is not a documented response
      ApiContract.DOCUMENTED.check(method, path, response);
    }
    return new JsonResponse(response);
  }

  @Override
  public void close() {
    client.close();
    server.stop();
    engine.close();
  }

  /** The engine's time. */
  private static final class EngineClock extends Clock {
    private final ManualEngine engine;

    EngineClock(ManualEngine engine) {
      this.engine = engine;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(engine.now());
    }
  }
}
