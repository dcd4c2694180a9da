package io.posthorn.server.api;

import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Route;
import java.util.List;
import java.util.function.Supplier;

/** {@code /health/live} and {@code /health/ready}, as orchestrators ask. */
public final class HealthApi {
  private final Supplier<Condition> condition;

  public HealthApi(Supplier<Condition> condition) {
    this.condition = condition;
  }

  /** What a server does for others. */
  public enum Service {
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
  public record Condition(boolean live, String detail, List<Service> missing) {
    public static Condition broken(String detail) {
      return new Condition(false, detail, List.of(Service.values()));
    }

    /**
     * Whether it should be called. One that takes no events should: it delivers, its callers hear
     * why and when to come again, and who would help it needs its API.
     */
    public boolean ready() {
      return !missing.contains(Service.DELIVERY);
    }
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/health/live", Access.OPEN, call -> live(condition.get())),
        Route.get("/health/ready", Access.OPEN, call -> ready(condition.get())));
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
