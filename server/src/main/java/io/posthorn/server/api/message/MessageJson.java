package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.retry.RetrySchedule;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.engine.read.DeliveryPause;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.TimeJson;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of one customer's messages.
 *
 * @param endpoints the known endpoints of the messages
 */
record MessageJson(
    String customerId,
    Map<EndpointId, EndpointView> endpoints,
    DeliveryPause pause,
    Rules rules,
    InFlight inFlight,
    long now) {
  Optional<EndpointView> endpoint(EndpointId id) {
    return Optional.ofNullable(endpoints.get(id));
  }

  /** The retry schedule of the endpoint that a message waits at: its own, or the general one. */
  RetrySchedule schedule(Message message) {
    RetryPolicy own =
        endpoint(message.endpoint()).map(e -> e.settings().options().retry()).orElse(null);
    return own == null ? rules.retry() : rules.retry().with(own);
  }

  String status(Message message) {
    return inFlight.status(message);
  }

  /** Writes the fields shared by the list and the single message. */
  void fields(
      JsonGenerator json, Message message, @Nullable Event event, @Nullable Attempt lastAttempt)
      throws IOException {
    json.writeStringField("id", message.id().toString());
    json.writeStringField("customerId", customerId);
    json.writeStringField("endpointId", message.endpoint().toString());
    json.writeStringField(
        "url", endpoint(message.endpoint()).map(e -> e.url().text()).orElse(null));
    json.writeStringField("subscriptionId", message.subscription().toString());
    json.writeStringField("eventId", event == null ? null : event.id());
    json.writeStringField("objCode", event == null ? null : event.objCode());
    json.writeStringField("eventType", event == null ? null : event.eventType());
    json.writeStringField("objId", event == null ? null : event.objId());
    json.writeStringField("version", message.rendering().version().text());
    json.writeStringField("format", message.rendering().format().text());
    json.writeStringField(
        "sequence", message.order() == null ? null : message.order().sequenceText());
    String status = status(message);
    json.writeStringField("status", status);
    json.writeStringField(
        "reason", message.reason() == EndReason.NONE ? null : message.reason().text());
    TimeJson.write(json, "acceptedAt", message.id().event().acceptedAt());
    TimeJson.write(json, "scheduledFrom", message.start());
    json.writeNumberField("attemptCount", message.attempts());
    if (status.equals(MessageStatus.WAITING.text())) {
      waiting(json, message);
    } else {
      json.writeNullField("waitsFor");
      json.writeNullField("nextAttemptAt");
      json.writeNullField("nextSlot");
      json.writeNullField("expiresAt");
    }
    TimeJson.write(json, "endedAt", message.endedAt());
    lastAttempt(json, lastAttempt);
  }

  /** Without the response and the text of the error, which may be for admins only. */
  private static void lastAttempt(JsonGenerator json, @Nullable Attempt last) throws IOException {
    if (last == null) {
      json.writeNullField("lastAttempt");
      return;
    }
    Outcome outcome = last.outcome();
    json.writeObjectFieldStart("lastAttempt");
    json.writeNumberField("number", last.number());
    TimeJson.write(json, "at", last.recordedAt());
    json.writeBooleanField("success", outcome.success());
    if (outcome.error() == null) {
      json.writeNumberField("status", outcome.status());
      json.writeNullField("error");
    } else {
      json.writeNullField("status");
      json.writeStringField("error", outcome.error().text());
    }
    json.writeEndObject();
  }

  private void waiting(JsonGenerator json, Message message) throws IOException {
    WaitingReason waiting =
        WaitingReason.of(
            message,
            endpoint(message.endpoint()).orElse(null),
            pause.isPaused(),
            schedule(message),
            rules.limits().orderedWait(),
            now);
    json.writeStringField("waitsFor", waiting.waitsFor());
    TimeJson.write(json, "nextAttemptAt", waiting.nextAttemptAt());
    json.writeNumberField("nextSlot", message.slot());
    TimeJson.write(json, "expiresAt", waiting.expiresAt());
  }
}
