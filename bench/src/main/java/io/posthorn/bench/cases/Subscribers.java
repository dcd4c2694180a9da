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

/** Creates the subscriptions of a load profile through the API. */
final class Subscribers {
  private static final String PATH = "/api/v1/subscriptions";
  private static final int CALLERS = 16;

  private Subscribers() {}

  /**
   * Creates ten subscriptions per object code, which differ by a filter on the region: an event has
   * ten candidates, one of which matches.
   */
  static void filtered(ServerProcess server, String prefix, Plan plan, int port) {
    filtered(server, prefix, plan, port, "r");
  }

  /** The same with a region that no event has: ten candidates, no match. */
  static void unmatched(ServerProcess server, String prefix, Plan plan, int port) {
    filtered(server, prefix, plan, port, "x");
  }

  private static void filtered(
      ServerProcess server, String prefix, Plan plan, int port, String region) {
    all(
        server,
        plan.codes() * Plan.REGIONS,
        i ->
            json(
                code(prefix, i / Plan.REGIONS),
                "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, i % plan.endpoints()),
                "{\"fieldName\":\"region\",\"fieldValue\":\"%s%d\"}"
                    .formatted(region, i % Plan.REGIONS)));
  }

  /**
   * The same number, all of which match the same event: each filter excludes a name that no event
   * has.
   */
  static void fanned(ServerProcess server, String prefix, Plan plan, int port) {
    fanned(server, prefix, plan, port, plan.codes() * Plan.REGIONS);
  }

  /** Creates {@code count} subscriptions that match the same event. */
  static void fanned(ServerProcess server, String prefix, Plan plan, int port, int count) {
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
    try (ExecutorService callers = Executors.newFixedThreadPool(CALLERS)) {
      List<Future<String>> answers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String json = body.apply(i);
        answers.add(callers.submit(() -> server.post(PATH, json)));
      }
      for (Future<String> answer : answers) {
        answer.get();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted", e);
    } catch (ExecutionException e) {
      throw new BenchException("subscribing failed: " + e.getMessage(), e);
    }
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
