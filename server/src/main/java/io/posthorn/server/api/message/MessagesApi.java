package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.Role;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.engine.Engine;
import io.posthorn.engine.read.MessageRecord;
import io.posthorn.server.api.common.AuditedChanges;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.TimeJson;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** {@code /messages}: messages with their state and attempts; replays, cancels or retries one. */
public final class MessagesApi {
  private static final String ONE = "/api/v1/messages/{id}";

  private final Engine engine;
  private final AuditedChanges changes;
  private final Rules rules;
  private final InFlight inFlight;
  private final RequestJson request;
  private final MessageListing listing;

  public MessagesApi(
      Engine engine, AuditedChanges changes, Rules rules, InFlight inFlight, RequestJson request) {
    this.engine = engine;
    this.changes = changes;
    this.rules = rules;
    this.inFlight = inFlight;
    this.request = request;
    listing = new MessageListing(engine, rules, inFlight);
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/messages", Access.READ, listing::response)
            .asking(MessageListing.PARAMETERS),
        Route.get(ONE, Access.READ, this::get),
        Route.post(ONE + "/replay", Access.MANAGE, this::replay).withoutBody(),
        Route.post(ONE + "/cancel", Access.MANAGE, this::cancel).withoutBody(),
        Route.post(ONE + "/retry", Access.MANAGE, this::retry).withoutBody());
  }

  private CallResponse get(Call call) {
    String customerId = call.customer();
    MessageId id = MessageId.parse(call.path("id")).orElseThrow(() -> unknown(call));
    boolean admin = call.caller().role() == Role.ADMIN;
    MessageRecord details = engine.reads().message(customerId, id).orElseThrow(() -> unknown(call));
    return response(customerId, details, admin);
  }

  private CallResponse response(String customerId, MessageRecord details, boolean admin) {
    Message message = details.message();
    Event event = details.event();
    List<Attempt> attempts = details.attempts();
    MessageJson messageJson =
        new MessageJson(
            customerId,
            details.endpoints(),
            details.pause(),
            rules,
            inFlight,
            engine.reads().now());
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          messageJson.fields(json, message, event, attempts.isEmpty() ? null : attempts.getLast());
          schedule(json, message, messageJson.schedule(message));
          request.write(
              json,
              message,
              messageJson.endpoint(message.endpoint()),
              engine.subscriptions().get(message.subscription()),
              event);
          payload(json, message, details.hasPayload() ? event : null);
          json.writeArrayFieldStart("attempts");
          for (Attempt attempt : attempts) {
            AttemptJson.write(json, attempt, admin);
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  /** Returns the times of the slots, beginning with the first attempt. */
  private static void schedule(JsonGenerator json, Message message, RetrySchedule schedule)
      throws IOException {
    json.writeArrayFieldStart("schedule");
    for (int slot = 0; slot <= schedule.limit(); slot++) {
      json.writeString(
          TimeJson.text(schedule.slotAt(message.start(), slot, message.jitterShare())));
    }
    json.writeEndArray();
  }

  private void payload(JsonGenerator json, Message message, @Nullable Event event)
      throws IOException {
    if (event == null) {
      json.writeNullField("payload");
      return;
    }
    byte[] body =
        MessageBody.render(
            event,
            message.rendering(),
            message.subscription().toString(),
            rules.cloudEventsSource());
    json.writeFieldName("payload");
    json.writeRawValue(new String(body, StandardCharsets.UTF_8));
  }

  private CallResponse replay(Call call) {
    return change(
        call,
        "message.replay",
        (customerId, id) -> request -> new Command.ReplayMessage(request, customerId, id));
  }

  private CallResponse cancel(Call call) {
    return change(
        call,
        "message.cancel",
        (customerId, id) -> request -> new Command.CancelMessage(request, customerId, id));
  }

  private CallResponse retry(Call call) {
    return change(
        call,
        "message.retry",
        (customerId, id) -> request -> new Command.RetryMessage(request, customerId, id));
  }

  private CallResponse change(
      Call call, String action, BiFunction<String, MessageId, LongFunction<Command>> command) {
    String customerId = call.customer();
    MessageId id = MessageId.parse(call.path("id")).orElseThrow(() -> unknown(call));
    changes.make(
        call,
        AuditedChanges.What.of(action, customerId, id.toString()),
        command.apply(customerId, id));
    return get(call);
  }

  private static RuntimeException unknown(Call call) {
    return Problem.unknown("message", call.path("id")).asException();
  }
}
