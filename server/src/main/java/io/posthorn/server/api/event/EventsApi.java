package io.posthorn.server.api.event;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.Engine;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Answer;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.IntakeMeter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** {@code POST /events}: accepts events, or dry-runs them. */
public final class EventsApi {
  static final String PATH = "/api/v1/events";

  /**
   * The Retry-After of the limit of waiting messages: healthy receivers clear a backlog in seconds.
   */
  private static final Duration BACKLOG = Duration.ofSeconds(10);

  private final Engine engine;
  private final EventRateLimit rate;
  private final IntakeMeter meter;
  private final PostedEvents posted;

  public EventsApi(Engine engine, Clock clock, EventRateLimit rate, IntakeMeter meter) {
    this.engine = engine;
    this.rate = rate;
    this.meter = meter;
    this.posted = new PostedEvents(engine, clock);
  }

  public List<Route> routes() {
    return List.of(Route.post(PATH, Access.PRODUCE, this::post).asking("dryRun"));
  }

  private Answer post(Call call) {
    boolean dryRun = isDryRun(call);
    List<Event> events = posted.read(call);
    return dryRun ? DryRun.of(engine.subscriptions(), events).answer() : accept(events);
  }

  private Answer accept(List<Event> events) {
    rate.take(events);
    Reply reply = taken(events).join();
    if (reply instanceof Reply.OverLimit over) {
      meter.overWaitingLimit();
      throw new RefusedException(
          Refusal.OVER_LIMIT,
          "Customer %s is at its limit of %d waiting messages; retry in 10 s."
              .formatted(over.customerId(), over.limit()),
          BACKLOG);
    }
    if (reply instanceof Reply.NotFound) {
      // Its erasure has begun since it was looked up.
      throw CustomerScope.unknownCustomer(events.getFirst().customerId());
    }
    if (!(reply instanceof Reply.Accepted accepted)) {
      throw new IllegalStateException("events are accepted or refused, not " + reply);
    }
    return Answer.json(
        202,
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("events");
          for (Reply.Receipt receipt : accepted.events()) {
            json.writeStartObject();
            json.writeStringField("id", receipt.eventId());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private CompletableFuture<Reply> taken(List<Event> events) {
    try {
      return engine.accept(events);
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw e;
    }
  }

  /** Returns whether the call is a dry run, which shows subscriptions and so needs read access. */
  private static boolean isDryRun(Call call) {
    boolean dryRun =
        switch (call.query("dryRun").orElse("false")) {
          case "true" -> true;
          case "false" -> false;
          default ->
              throw Problem.badField("dryRun", "dryRun must be true or false.").asException();
        };
    if (dryRun && !Access.READ.allows(call.caller().role())) {
      throw Problem.of(
              403,
              "Forbidden",
              "A dry run shows subscriptions, which the role producer cannot read; use a viewer's key.")
          .asException();
    }
    return dryRun;
  }
}
