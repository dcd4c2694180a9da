package io.posthorn.server.api.admin;

import io.posthorn.engine.Engine;
import io.posthorn.engine.EngineHealth;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Route;
import java.util.ArrayList;
import java.util.List;

/** {@code /health/live} and {@code /health/ready}, as orchestrators ask. */
public final class HealthApi {
  private final Engine engine;

  public HealthApi(Engine engine) {
    this.engine = engine;
  }

  /** What a server does for others. */
  private enum Service {
    /** Takes events in. */
    INTAKE("intake"),
    /** Sends messages, and answers every other call. */
    DELIVERY("delivery");

    private final String text;

    Service(String text) {
      this.text = text;
    }
  }

  /**
   * How the server is.
   *
   * @param live whether it makes sense to go on; otherwise it should be started anew
   * @param detail in words
   * @param missing what it does not do now
   */
  private record Condition(boolean live, String detail, List<Service> missing) {
    /**
     * Whether it should be called. One that takes no events should: it delivers, its callers hear
     * why and when to come again, and who would help it needs its API.
     */
    boolean ready() {
      return !missing.contains(Service.DELIVERY);
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/health/live", Access.OPEN, call -> live(condition())),
        Route.get("/health/ready", Access.OPEN, call -> ready(condition())));
  }

  /** An engine that is failed is to be ended; all others go on by themselves, or end as told to. */
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

  /** A person who pauses delivery means it: the server is ready all the same, and says so. */
  private String detail(EngineHealth health) {
    return health.state() == EngineHealth.State.RUNNING && engine.reads().allDeliveryPaused()
        ? "Running; delivery is paused for all customers."
        : health.detail();
  }

  private static Answer live(Condition now) {
    return answer(now.live(), now.detail(), List.of());
  }

  private static Answer ready(Condition now) {
    return answer(now.ready(), now.detail(), now.missing());
  }

  private static Answer answer(boolean good, String detail, List<Service> missing) {
    return Answer.json(
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
