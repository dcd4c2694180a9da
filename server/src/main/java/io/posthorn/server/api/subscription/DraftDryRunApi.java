package io.posthorn.server.api.subscription;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterMismatch;
import io.posthorn.core.filter.Verdict;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.json.CanonicalJson;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.engine.Engine;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.NewIds;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.api.common.VerdictJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * {@code POST /subscriptions/dryRun}: dry-runs a draft subscription on recent events, or on an
 * event in the request. Nothing is stored.
 */
public final class DraftDryRunApi {
  private static final int RECENT = 20;

  private final Engine engine;
  private final Clock clock;
  private final NewIds ids;

  public DraftDryRunApi(Engine engine, Clock clock) {
    this.engine = engine;
    this.clock = clock;
    this.ids = new NewIds(clock);
  }

  /** An event to test with its time of acceptance; null for the event in the request. */
  private record TestedEvent(Event event, @Nullable Long acceptedAt) {}

  /** An event with its verdict, and whether the draft orders messages by object. */
  private record Result(TestedEvent tested, boolean ordered, Verdict verdict) {}

  public List<Route> routes() {
    return List.of(Route.post(SubscriptionsApi.PATH + "/dryRun", Access.READ, this::run));
  }

  private CallResponse run(Call call) {
    String customerId = call.customer();
    JsonForm fields = JsonForm.read(call.body());
    JsonValue draft = fields.take("subscription");
    JsonValue event = fields.take("event");
    if (draft instanceof JsonNull) {
      fields.wrong("subscription", "is missing.");
    }
    fields.done();
    SubscriptionDraft subscription = below("/subscription", draft, SubscriptionDraft::parse);
    refuseTwoAuthorizations(customerId, subscription);
    List<TestedEvent> events =
        event instanceof JsonNull
            ? recent(customerId)
            : below("/event", event, bytes -> sent(customerId, bytes));
    List<Result> results =
        events.stream()
            .map(one -> new Result(one, subscription.ordered(), verdict(subscription, one)))
            .toList();
    return ListResponse.of(results, null, DraftDryRunApi::fields);
  }

  /** Refuses what creating the subscription would refuse, because of the endpoint of its URL. */
  private void refuseTwoAuthorizations(String customerId, SubscriptionDraft subscription) {
    if (subscription.authToken() == null) {
      return;
    }
    boolean two =
        engine
            .reads()
            .endpoint(customerId, subscription.url().endpointOf(customerId))
            .map(endpoint -> endpoint.settings().options().oauth2() != null)
            .orElse(false);
    if (two) {
      throw Problem.badField("/subscription/authToken", OAuth2Client.NOT_WITH_AUTH_TOKEN)
          .asException();
    }
  }

  /** Parses a part of the body; error pointers refer to the whole body. */
  private static <T> T below(String pointer, JsonValue part, Function<byte[], T> reader) {
    try {
      return reader.apply(CanonicalJson.of(part).getBytes(StandardCharsets.UTF_8));
    } catch (InvalidInputException e) {
      throw new InvalidInputException(
          e.errors().stream()
              .map(error -> new FieldError(pointer + error.pointer(), error.detail()))
              .toList());
    }
  }

  private List<TestedEvent> sent(String customerId, byte[] event) {
    IntakeContext context =
        new IntakeContext(customerId, clock.instant(), ids::event, null, EventLimits.DEFAULT);
    return EventParser.parse(event, BodyKind.JSON, context).stream()
        .map(one -> new TestedEvent(one, null))
        .toList();
  }

  private List<TestedEvent> recent(String customerId) {
    return engine.reads().recentEvents(customerId, RECENT).stream()
        .map(recent -> new TestedEvent(recent.event(), recent.acceptedAt()))
        .toList();
  }

  /** Returns what does not match: codes and object first; filters only run on matching events. */
  private static Verdict verdict(SubscriptionDraft subscription, TestedEvent tested) {
    Event event = tested.event();
    List<FilterMismatch> refusals = new ArrayList<>();
    check(refusals, "objCode", subscription.objCode(), event.objCode());
    check(refusals, "eventType", subscription.eventType(), event.eventType());
    check(refusals, "objId", subscription.objId(), event.objId());
    return refusals.isEmpty()
        ? subscription
            .filters()
            .explain(
                subscription.version().shape(new EventStates(event.oldState(), event.newState())))
        : new Verdict(false, refusals);
  }

  private static void check(
      List<FilterMismatch> refusals,
      String field,
      @Nullable String wanted,
      @Nullable String found) {
    if (wanted == null || wanted.equals(Subscription.ANY) || wanted.equals(found)) {
      return;
    }
    refusals.add(FilterMismatch.ofText(field, wanted, found));
  }

  private static void fields(JsonGenerator json, Result result) throws IOException {
    Event event = result.tested().event();
    Long acceptedAt = result.tested().acceptedAt();
    json.writeStringField("id", event.id());
    json.writeStringField("objCode", event.objCode());
    json.writeStringField("eventType", event.eventType());
    json.writeStringField("objId", event.objId());
    TimeJson.write(json, "acceptedAt", acceptedAt == null ? 0 : acceptedAt);
    VerdictJson.writeOrderingKey(json, result.ordered(), event);
    VerdictJson.write(json, result.verdict());
  }
}
