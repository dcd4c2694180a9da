package io.posthorn.bench.row;

import io.posthorn.bench.Plan;
import io.posthorn.bench.process.ServerProcess;
import java.util.List;
import java.util.Locale;

/** Makes the subscriptions that a load needs, through the API. */
final class Subscribers {
  private static final String PATH = "/api/v1/subscriptions";

  private Subscribers() {}

  /**
   * For each code ten subscriptions, told apart by a filter on the region: an event has ten
   * candidates, and one of them matches.
   */
  static void filtered(ServerProcess server, String prefix, Plan plan, int port) {
    for (int i = 0; i < plan.codes() * Plan.REGIONS; i++) {
      server.post(
          PATH,
          json(
              code(prefix, i / Plan.REGIONS),
              "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, i % plan.endpoints()),
              "{\"fieldName\":\"region\",\"fieldValue\":\"r%d\"}".formatted(i % Plan.REGIONS)));
    }
  }

  /** As many, all of which match the same event: each says no to a name that does not come. */
  static void fanned(ServerProcess server, String prefix, Plan plan, int port) {
    for (int i = 0; i < plan.codes() * Plan.REGIONS; i++) {
      server.post(
          PATH,
          json(
              code(prefix, 0),
              "http://127.0.0.1:%d/%s/%d".formatted(port, prefix, i % plan.endpoints()),
              "{\"fieldName\":\"region\",\"fieldValue\":\"x%d\",\"comparison\":\"ne\"}"
                  .formatted(i)));
    }
  }

  /** One for each port, each with a code of its own. */
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
        {"objCode": "%s", "eventType": "UPDATE", "url": "%s", "filters": [%s]}"""
        .formatted(objCode, url, filter);
  }
}
