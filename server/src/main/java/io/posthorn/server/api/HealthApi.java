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

  /**
   * How the server is.
   *
   * @param live whether it makes sense to go on; otherwise it should be started anew
   * @param ready whether it takes events and delivers
   * @param detail what is missing, in words
   */
  public record Condition(boolean live, boolean ready, String detail) {}

  public List<Route> routes() {
    return List.of(
        Route.get("/health/live", Access.OPEN, call -> answer(condition.get().live())),
        Route.get("/health/ready", Access.OPEN, call -> answer(condition.get().ready())));
  }

  private Answer answer(boolean good) {
    String detail = condition.get().detail();
    return Answer.json(
        good ? 200 : 503,
        json -> {
          json.writeStartObject();
          json.writeStringField("status", good ? "up" : "down");
          json.writeStringField("detail", detail);
          json.writeEndObject();
        });
  }
}
