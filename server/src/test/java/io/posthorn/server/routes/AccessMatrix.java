package io.posthorn.server.routes;

import io.posthorn.core.directory.Role;
import io.posthorn.server.http.Access;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The roles that may make each call, written independently of the code: each new call must be added
 * here.
 */
final class AccessMatrix {
  private static final String WORKFRONT = "/attask/eventsubscription/api/v1/subscriptions";

  static final Set<String> OPEN =
      Set.of("GET /health/live", "GET /health/ready", "GET /api/v1/openapi.yaml", "GET /metrics");

  static final Set<String> PRODUCE = Set.of("POST /api/v1/events");

  static final Set<String> READ =
      Set.of(
          "GET /api/v1/events",
          "GET /api/v1/events/{id}",
          "GET /api/v1/subscriptions",
          "POST /api/v1/subscriptions/dryRun",
          "GET /api/v1/subscriptions/{id}",
          "GET /api/v1/endpoints",
          "GET /api/v1/endpoints/{id}",
          "GET /api/v1/endpoints/{id}/history",
          "GET /api/v1/messages",
          "GET /api/v1/messages/{id}",
          "GET /api/v1/replays/{id}",
          "GET /api/v1/cancellations/{id}",
          "GET /api/v1/retries/{id}",
          "GET /api/v1/delivery",
          "GET /api/v1/customers/{id}/delivery",
          "GET /api/v1/stats",
          "GET /api/v1/overview",
          "GET /api/v1/overview/customers",
          "GET " + WORKFRONT,
          "GET " + WORKFRONT + "/list",
          "GET " + WORKFRONT + "/{id}");

  static final Set<String> MANAGE =
      Set.of(
          "POST /api/v1/subscriptions",
          "PATCH /api/v1/subscriptions/{id}",
          "DELETE /api/v1/subscriptions/{id}",
          "POST /api/v1/subscriptions/{id}/test",
          "POST /api/v1/endpoints/enable",
          "PATCH /api/v1/endpoints/{id}",
          "POST /api/v1/endpoints/{id}/enable",
          "POST /api/v1/endpoints/{id}/pause",
          "POST /api/v1/endpoints/{id}/resume",
          "GET /api/v1/endpoints/{id}/secret",
          "PUT /api/v1/endpoints/{id}/secret",
          "POST /api/v1/endpoints/{id}/secret/rotate",
          "POST /api/v1/messages/{id}/replay",
          "POST /api/v1/messages/{id}/cancel",
          "POST /api/v1/messages/{id}/retry",
          "POST /api/v1/replays",
          "POST /api/v1/cancellations",
          "POST /api/v1/retries",
          "POST /api/v1/customers/{id}/delivery/pause",
          "POST /api/v1/customers/{id}/delivery/resume",
          "POST " + WORKFRONT,
          "PUT " + WORKFRONT + "/version",
          "PUT " + WORKFRONT + "/{id}/version",
          "PUT " + WORKFRONT + "/{id}/enable",
          "DELETE " + WORKFRONT + "/{id}");

  /** For admins, including those of one customer, who see and create only that customer's data. */
  static final Set<String> ADMINISTER =
      Set.of(
          "POST /api/v1/keys",
          "GET /api/v1/keys",
          "GET /api/v1/keys/{id}",
          "DELETE /api/v1/keys/{id}",
          "GET /api/v1/audit");

  /** For admins whose key is for all customers. */
  static final Set<String> OPERATE =
      Set.of(
          "GET /api/v1/settings",
          "GET /api/v1/encryption-key",
          "POST /api/v1/encryption-key/re-encrypt",
          "POST /api/v1/backups",
          "GET /api/v1/backups",
          "GET /api/v1/backups/{id}/content",
          "DELETE /api/v1/backups/{id}",
          "GET /api/v1/customers",
          "GET /api/v1/customers/{id}",
          "PUT /api/v1/customers/{id}",
          "DELETE /api/v1/customers/{id}",
          "POST /api/v1/delivery/pause",
          "POST /api/v1/delivery/resume");

  private AccessMatrix() {}

  /** Every call with its required access. */
  static Map<String, Access> all() {
    Map<String, Access> all = new TreeMap<>();
    OPEN.forEach(call -> all.put(call, Access.OPEN));
    PRODUCE.forEach(call -> all.put(call, Access.PRODUCE));
    READ.forEach(call -> all.put(call, Access.READ));
    MANAGE.forEach(call -> all.put(call, Access.MANAGE));
    ADMINISTER.forEach(call -> all.put(call, Access.ADMINISTER));
    OPERATE.forEach(call -> all.put(call, Access.ADMINISTER));
    return all;
  }

  /** Returns whether a key of one customer may make a call. */
  static boolean allows(String call, Role role) {
    boolean mayRead = role != Role.PRODUCER;
    boolean mayManage = role == Role.ADMIN || role == Role.MANAGER;
    return OPEN.contains(call)
        || (PRODUCE.contains(call) && role != Role.VIEWER)
        || (READ.contains(call) && mayRead)
        || (MANAGE.contains(call) && mayManage)
        || (ADMINISTER.contains(call) && role == Role.ADMIN);
  }

  /** Returns whether a call with a key for all customers needs the customer header. */
  static boolean namesCustomer(String call) {
    boolean byPath = call.contains("/customers/") || call.endsWith("/api/v1/delivery");
    return !byPath && (PRODUCE.contains(call) || READ.contains(call) || MANAGE.contains(call));
  }
}
