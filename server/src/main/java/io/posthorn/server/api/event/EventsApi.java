package io.posthorn.server.api.event;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.text.RejectedValue;
import io.posthorn.engine.Engine;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.metrics.IntakeMeter;
import io.posthorn.server.telemetry.IntakeTrace;
import io.posthorn.server.telemetry.Tracing;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** {@code POST /events}: accepts events, or dry-runs them. */
public final class EventsApi {
  static final String PATH = "/api/v1/events";

  private static final Map<String, String> JSON = Map.of("Content-Type", "application/json");

  /**
   * The Retry-After of the limit of waiting messages: healthy receivers clear a backlog in seconds.
   */
  private static final Duration BACKLOG = Duration.ofSeconds(10);

  private final Engine engine;
  private final EventRateLimit rate;
  private final IntakeMeter meter;
  private final Tracing tracing;
  private final PostedEvents posted;
  private final LargePosts large = LargePosts.inDefaultIntake();

  public EventsApi(Engine engine, Clock clock, EventRateLimit rate, IntakeMeter meter) {
    this(engine, clock, rate, meter, Tracing.NONE);
  }

  public EventsApi(
      Engine engine, Clock clock, EventRateLimit rate, IntakeMeter meter, Tracing tracing) {
    this.engine = engine;
    this.tracing = tracing;
    this.rate = rate;
    this.meter = meter;
    this.posted = new PostedEvents(engine, clock);
  }

  public List<Route> routes() {
    return List.of(Route.post(PATH, Access.PRODUCE, this::post).asking("dryRun", "limit"));
  }

  private CallResponse post(Call call) {
    boolean dryRun = isDryRun(call);
    if (!dryRun && call.query("limit").isPresent()) {
      throw Problem.badField("limit", "limit is for a dry run; add dryRun=true.").asException();
    }
    if (dryRun) {
      PostedEvents.Unparsed body = posted.read(call, null);
      try (LargePosts.Permit _ = permit(body)) {
        return DryRun.of(engine.subscriptions(), posted.parse(body), mostVerdicts(call)).response();
      }
    }
    try (IntakeTrace trace = tracing.intake(PostedEvents.traceparent(call), call.secure())) {
      try {
        return accept(call, trace);
      } catch (RuntimeException e) {
        trace.responded(HttpServer.status(e));
        throw e;
      }
    }
  }

  private CallResponse accept(Call call, IntakeTrace trace) {
    PostedEvents.Unparsed body = posted.read(call, trace.traceparent());
    try (LargePosts.Permit _ = permit(body)) {
      CallResponse response = accept(posted.parse(body), trace);
      trace.responded(response.status());
      return response;
    }
  }

  private LargePosts.Permit permit(PostedEvents.Unparsed body) {
    try {
      return large.enter(body.bytes().length);
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw e;
    }
  }

  private CallResponse accept(List<Event> events, IntakeTrace trace) {
    rate.take(events);
    Reply reply;
    try {
      reply = committed(events, trace);
    } catch (RuntimeException e) {
      if (storedNothing(e)) {
        rate.giveBack(events);
      }
      throw e;
    }
    if (reply instanceof Reply.OverLimit over) {
      rate.giveBack(events);
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
    return new CallResponse(202, JSON, receipts(accepted.events()).getBytes(US_ASCII));
  }

  private Reply committed(List<Event> events, IntakeTrace trace) {
    trace.parsed(events);
    CompletableFuture<Reply> committed = taken(events);
    trace.matched();
    Reply reply = committed.join();
    trace.committed();
    return reply;
  }

  /** Returns whether it is a refusal after which no event is stored, now or later. */
  private static boolean storedNothing(RuntimeException failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof RefusedException refused && refused.reason() != Refusal.OUTCOME_UNKNOWN;
  }

  /** By hand, because it is written for every call; ids need no escapes. */
  private static String receipts(List<Reply.Receipt> events) {
    StringBuilder json = new StringBuilder("{\"events\":[");
    for (Reply.Receipt receipt : events) {
      json.append("{\"id\":\"").append(receipt.eventId()).append('"');
      if (receipt.messages() != Reply.Receipt.UNKNOWN_MESSAGES) {
        json.append(",\"messages\":").append(receipt.messages());
      }
      json.append("},");
    }
    json.setLength(json.length() - 1); // there is at least one event
    return json.append("]}").toString();
  }

  private CompletableFuture<Reply> taken(List<Event> events) {
    try {
      return engine.accept(events);
    } catch (RefusedException e) {
      meter.refused(e.reason());
      throw e;
    }
  }

  private static int mostVerdicts(Call call) {
    return call.query("limit").isPresent() ? call.limit() : Integer.MAX_VALUE;
  }

  /** Returns whether the call is a dry run, which shows subscriptions and so needs read access. */
  private static boolean isDryRun(Call call) {
    boolean dryRun =
        switch (call.query("dryRun").orElse("false")) {
          case "true" -> true;
          case "false" -> false;
          case String other ->
              throw Problem.badField(
                      "dryRun", RejectedValue.got("dryRun must be true or false.", other))
                  .asException();
        };
    if (dryRun && !Access.READ.allows(call.caller().role())) {
      throw Problem.forbidden(
              "A dry run shows subscriptions, which the role producer cannot read; use a viewer's"
                  + " key.")
          .asException();
    }
    return dryRun;
  }
}
