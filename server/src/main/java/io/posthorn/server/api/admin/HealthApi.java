package io.posthorn.server.api.admin;

import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineHealth;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import java.util.ArrayList;
import java.util.List;

/** {@code /health/live} and {@code /health/ready}, for orchestrators. */
public final class HealthApi {
  private final Engine engine;

  public HealthApi(Engine engine) {
    this.engine = engine;
  }

  /** A function of the server. */
  private enum Service {
    /** Accepts events. */
    INTAKE("intake"),
    /** Sends messages and handles all other calls. */
    DELIVERY("delivery");

    private final String text;

    Service(String text) {
      this.text = text;
    }
  }

  /**
   * The health of the server.
   *
   * @param live false if the process should be restarted
   * @param detail a sentence
   * @param missing the functions that are not available
   */
  private record Condition(boolean live, String detail, List<Service> missing) {
    /**
     * Returns whether the server should receive calls. A server that refuses events is still ready:
     * it delivers, says in Retry-After when to retry, and its API is needed to fix the cause. So is
     * one that accepts events while its shards are restored.
     */
    boolean ready() {
      return missing.size() < Service.values().length;
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/health/live", Access.OPEN, call -> live(condition())),
        Route.get("/health/ready", Access.OPEN, call -> ready(condition())));
  }

  /** Returns the current health. Only a failed engine needs a restart. */
  private Condition condition() {
    EngineHealth health = engine.health();
    List<Service> missing = new ArrayList<>();
    if (!health.takesEvents()) {
      missing.add(Service.INTAKE);
    }
    if (!health.delivers()) {
      missing.add(Service.DELIVERY);
    }
    return new Condition(health.state() != EngineHealth.State.FAILED, detail(health), missing);
  }

  /** Mentions a delivery pause; the server is ready all the same, because a user asked for it. */
  private String detail(EngineHealth health) {
    return health.state() == EngineHealth.State.RUNNING && engine.reads().allDeliveryPaused()
        ? "Running; delivery is paused for all customers."
        : health.detail();
  }

  private static CallResponse live(Condition now) {
    return response(now.live(), now.detail(), List.of());
  }

  private static CallResponse ready(Condition now) {
    return response(now.ready(), now.detail(), now.missing());
  }

  private static CallResponse response(boolean good, String detail, List<Service> missing) {
    return CallResponse.json(
        good ? 200 : 503,
        json -> {
          json.writeStartObject();
          json.writeStringField("status", good ? "up" : "down");
          json.writeStringField("detail", detail);
          if (!missing.isEmpty()) {
            json.writeArrayFieldStart("missing");
            for (Service service : missing) {
              json.writeString(service.text);
            }
            json.writeEndArray();
          }
          json.writeEndObject();
        });
  }
}
