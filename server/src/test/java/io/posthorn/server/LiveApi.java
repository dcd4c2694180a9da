package io.posthorn.server;

import io.helidon.webserver.WebServer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.StagedEngine;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.KeyText;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.event.EventHistoryApi;
import io.posthorn.server.api.event.EventRateLimit;
import io.posthorn.server.api.event.EventsApi;
import io.posthorn.server.api.subscription.DraftDryRunApi;
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.api.subscription.SubscriptionsApi;
import io.posthorn.server.api.subscription.TestApi;
import io.posthorn.server.http.CallCounts;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.limits.ConnectionLimits;
import io.posthorn.server.metrics.IntakeMeter;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.workfront.WorkfrontApi;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The API on a real port of loopback, on an engine in virtual time, with callers' keys. */
public final class LiveApi implements AutoCloseable {
  public static final long START = Instant.parse("2026-11-15T10:00:00Z").toEpochMilli();

  public final StagedEngine engine =
      EngineUnderTest.staged(Rules.DEFAULT.withCircuit(quickToFreeze()), START);

  /** Bodies of samples that were sent. */
  public final List<String> samples = new ArrayList<>();

  /** Errors of ours that callers were not told of. */
  public final List<Throwable> unexpected = new ArrayList<>();

  /** The ids of the calls that ran into them. */
  public final List<String> unexpectedRequests = new ArrayList<>();

  /** The messages whose requests are said to be on their way. */
  public final Set<MessageId> flying = new HashSet<>();

  public Optional<String> targetRefusal = Optional.empty();
  public boolean inAllowedNetwork;
  public Outcome sampleOutcome = Outcome.answered(200, 12);

  private final WebServer server;
  private final HttpClient client = HttpClient.newHttpClient();

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
            (customer, url, admin) -> targetRefusal);
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SubscriptionsApi(subscriptions).routes());
    routes.addAll(
        new TestApi(
                subscriptions,
                clock,
                (subscription, endpoint, body) -> {
                  samples.add(new String(body, StandardCharsets.UTF_8));
                  return CompletableFuture.completedFuture(sampleOutcome);
                },
                (customer, url) -> inAllowedNetwork)
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
  }

  /** One failure freezes an endpoint, so that tests need no 50,000. */
  private static CircuitRules quickToFreeze() {
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

  /** Makes customers. */
  public LiveApi with(String... customers) {
    for (String customer : customers) {
      engine.executeNow(request -> new Command.PutCustomer(request, customer)).join();
    }
    return this;
  }

  /** Makes a key: for one customer, or (null) for all. */
  public String key(Role role, @Nullable String customerId) {
    KeyText text = KeyText.random();
    ApiKey key =
        new ApiKey(
            "key_" + KeyText.random128(),
            text.digest(),
            text.prefix(),
            "a key of a test",
            role,
            customerId,
            engine.now(),
            0);
    engine.executeNow(request -> new Command.PutKey(request, key)).join();
    return text.clear();
  }

  /** Answers all requests that are under way. */
  public void answerAll(int status) {
    for (Effect.Send send : List.copyOf(engine.sent)) {
      engine.answer(send, Outcome.answered(status, 3));
    }
  }

  public void pass(long millis) {
    engine.goTo(engine.now() + millis);
  }

  /** Makes a call; headers are names and values in turn. */
  public JsonResponse call(
      String method, String path, String key, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Authorization", "Bearer " + key);
    }
    for (List<String> pair : pairs(headers)) {
      request.header(pair.get(0), pair.get(1));
    }
    try {
      HttpResponse<String> response =
          client.send(request.build(), HttpResponse.BodyHandlers.ofString());
      if (unexpected.isEmpty()) { // an error of ours is not a promised answer
        ApiContract.DOCUMENTED.check(method, path, response);
      }
      return new JsonResponse(response);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<List<String>> pairs(String[] headers) {
    List<List<String>> pairs = new ArrayList<>();
    for (int i = 0; i < headers.length; i += 2) {
      pairs.add(Arrays.asList(headers[i], headers[i + 1]));
    }
    return pairs;
  }

  @Override
  public void close() {
    client.close();
    server.stop();
    engine.close();
  }

  /** The engine's time. */
  private static final class EngineClock extends Clock {
    private final StagedEngine engine;

    EngineClock(StagedEngine engine) {
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
