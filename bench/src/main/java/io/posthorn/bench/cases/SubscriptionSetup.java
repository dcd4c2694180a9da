package io.posthorn.bench.cases;

import io.posthorn.bench.process.BenchException;
import io.posthorn.testkit.ServerProcess;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/** The setup of a load profile's subscriptions, through the API. */
final class SubscriptionSetup {
  private static final String PATH = "/api/v1/subscriptions";
  private static final int CALLERS = 16;

  /** The server's limit. */
  private static final int MOST_OF_A_CUSTOMER = 10_000;

  private SubscriptionSetup() {}

  /**
   * Creates ten subscriptions per object code, which differ by a filter on the region: an event has
   * ten candidates, one of which matches.
   */
  static void filtered(ServerProcess server, String prefix, BenchPlan plan, int port) {
    filtered(server, prefix, plan, port, "r");
  }

  /** The same with order per object. */
  static void ordered(ServerProcess server, String prefix, BenchPlan plan, int port) {
    all(
        server,
        plan.codes() * BenchPlan.REGIONS,
        i ->
            filteredJson(prefix, plan, port, "r", i)
                .replaceFirst("\\{", "{\"ordering\": \"object\", "));
  }

  /** The same with a region that no event has: ten candidates, no match. */
  static void unmatched(ServerProcess server, String prefix, BenchPlan plan, int port) {
    filtered(server, prefix, plan, port, "x");
  }

  private static void filtered(
      ServerProcess server, String prefix, BenchPlan plan, int port, String region) {
    all(server, plan.codes() * BenchPlan.REGIONS, i -> filteredJson(prefix, plan, port, region, i));
  }

  private static String filteredJson(
      String prefix, BenchPlan plan, int port, String region, int number) {
    return json(
        code(prefix, number / BenchPlan.REGIONS),
        "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, number % plan.endpoints()),
        "{\"fieldName\":\"region\",\"fieldValue\":\"%s%d\"}"
            .formatted(region, number % BenchPlan.REGIONS));
  }

  /**
   * The same number, all of which match the same event: each filter excludes a name that no event
   * has.
   */
  static void fanned(ServerProcess server, String prefix, BenchPlan plan, int port) {
    fanned(server, prefix, plan, port, plan.codes() * BenchPlan.REGIONS);
  }

  /** Creates {@code count} subscriptions that match the same event. */
  static void fanned(ServerProcess server, String prefix, BenchPlan plan, int port, int count) {
    all(
        server,
        count,
        i ->
            json(
                code(prefix, 0),
                "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, i % plan.endpoints()),
                "{\"fieldName\":\"region\",\"fieldValue\":\"x%d\",\"comparison\":\"ne\"}"
                    .formatted(i)));
  }

  /** Creates several at a time, because on Kafka each waits for a commit. */
  private static void all(ServerProcess server, int count, IntFunction<String> body) {
    all(count, i -> server.post(PATH, body.apply(i)));
  }

  private static void all(int count, IntFunction<String> post) {
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<String>> responses = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        int number = i;
        responses.add(callers.submit(() -> post.apply(number)));
      }
      for (Future<String> response : responses) {
        response.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    } catch (ExecutionException e) {
      throw new BenchException("subscribing failed: " + e.getMessage(), e);
    }
  }

  /**
   * Creates subscriptions with an endpoint and an object code each, of as many customers as may
   * have them.
   */
  static void each(ServerProcess server, String prefix, int count, int port) {
    for (int first = 0; first < count; first += MOST_OF_A_CUSTOMER) {
      server.put("/api/v1/customers/" + prefix + first);
    }
    all(
        count,
        i ->
            server.postFor(
                prefix + (i - i % MOST_OF_A_CUSTOMER),
                PATH,
                json(code(prefix, i), "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, i), "")));
  }

  /** Creates one subscription per port, each with its own object code. */
  static void onPorts(ServerProcess server, String prefix, List<Integer> ports) {
    for (int i = 0; i < ports.size(); i++) {
      server.post(PATH, json(code(prefix, i), "http://127.0.0.1:" + ports.get(i) + "/", ""));
    }
  }

  private static String code(String prefix, int number) {
    return String.format(Locale.ROOT, "%s%03d", prefix, number);
  }

  private static String json(String objCode, String url, String filter) {
    return """
    {"objCode": "%s", "eventType": "UPDATE", "url": "%s", "filters": [%s]}\
    """
        .formatted(objCode, url, filter);
  }
}
