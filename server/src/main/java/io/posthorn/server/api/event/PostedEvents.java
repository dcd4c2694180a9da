package io.posthorn.server.api.event;

import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import io.posthorn.core.event.Traceparent;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.engine.Engine;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.NewIds;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The parser of a call's events, which also checks that their customers exist. */
final class PostedEvents {
  /** The same limit as in the parser of events. */
  private static final int MOST_ERRORS = 100;

  private final Engine engine;
  private final Clock clock;
  private final NewIds ids;

  PostedEvents(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
    this.ids = new NewIds(clock);
  }

  /**
   * The body of a call, not parsed yet.
   *
   * @param customerId null if each event names its own
   */
  record Unparsed(
      byte[] bytes, BodyKind kind, @Nullable String customerId, @Nullable String traceparent) {}

  /** Returns the valid {@code traceparent} of a call. */
  static @Nullable String traceparent(Call call) {
    return call.traceparent().flatMap(Traceparent::parse).orElse(null);
  }

  /**
   * Reads a call.
   *
   * @param traceparent the one that its events carry
   */
  Unparsed read(Call call, @Nullable String traceparent) {
    String customerId = scope(call);
    BodyKind kind = kind(call.contentType());
    byte[] body = call.body(EventLimits.DEFAULT.maxBodyBytes());
    return new Unparsed(body, kind, customerId, traceparent);
  }

  List<Event> parse(Unparsed body) {
    IntakeContext context =
        new IntakeContext(
            body.customerId(),
            clock.instant(),
            ids::event,
            body.traceparent(),
            EventLimits.DEFAULT);
    List<Event> events = EventParser.parse(body.bytes(), body.kind(), context);
    if (body.customerId() == null) {
      boolean alone = body.kind() == BodyKind.JSON && firstCharacter(body.bytes()) == '{';
      refuseUnknownCustomers(events, alone);
    }
    return events;
  }

  /** Returns the customer of the call; null if each event names its own. */
  private @Nullable String scope(Call call) {
    if (call.caller().key().customerId() != null || call.namedCustomer().isPresent()) {
      String customerId = call.customer();
      if (customerId.equals(OperatorSubscription.CUSTOMER)) {
        throw CustomerScope.unknownCustomer(customerId); // only Posthorn creates its events
      }
      return customerId;
    }
    return engine.reads().isOnlyCustomer(Authenticator.DEFAULT_CUSTOMER)
        ? Authenticator.DEFAULT_CUSTOMER
        : null;
  }

  private void refuseUnknownCustomers(List<Event> events, boolean alone) {
    Map<String, Boolean> known = new HashMap<>(); // never iterated
    List<FieldError> errors = new ArrayList<>();
    for (int i = 0; i < events.size() && errors.size() < MOST_ERRORS; i++) {
      String customerId = events.get(i).customerId();
      if (!known.computeIfAbsent(customerId, engine.reads()::customerExists)) {
        errors.add(
            new FieldError((alone ? "" : "/" + i) + "/customerId", Problem.noCustomer(customerId)));
      }
    }
    if (!errors.isEmpty()) {
      throw new InvalidInputException(errors);
    }
  }

  private static BodyKind kind(String contentType) {
    if (contentType.equals("application/json")) {
      return BodyKind.JSON;
    }
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return type.equals("application/x-ndjson") ? BodyKind.NDJSON : BodyKind.JSON;
  }

  private static int firstCharacter(byte[] body) {
    for (byte b : body) {
      if (b > ' ') {
        return b;
      }
    }
    return -1;
  }
}
