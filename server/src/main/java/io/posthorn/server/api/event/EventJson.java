package io.posthorn.server.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.Message;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.read.EventRecord;
import io.posthorn.engine.read.Partial;
import io.posthorn.server.api.common.InFlight;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.TimeJson;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The JSON of an event with its messages. */
final class EventJson {
  private EventJson() {}

  /** Writes an event with its states, byte for byte. */
  static void writeWhole(
      JsonGenerator json,
      Partial<EventRecord> found,
      InFlight inFlight,
      SubscriptionIndex subscriptions)
      throws IOException {
    Event event = found.value().event();
    json.writeStartObject();
    writeFields(json, found.value(), inFlight, subscriptions);
    writeState(json, "newState", event.newState());
    writeState(json, "oldState", event.oldState());
    ListResponse.incomplete(json, found.unreachable());
    json.writeEndObject();
  }

  /** Writes an event without its states, for lists. */
  static void writeFields(
      JsonGenerator json, EventRecord record, InFlight inFlight, SubscriptionIndex subscriptions)
      throws IOException {
    Event event = record.event();
    json.writeStringField("id", event.id());
    json.writeStringField("customerId", event.customerId());
    json.writeStringField("objCode", event.objCode());
    json.writeStringField("eventType", event.eventType());
    json.writeStringField("objId", event.objId());
    json.writeStringField("eventTime", event.eventTime().toString());
    json.writeStringField("userId", event.userId());
    TimeJson.write(json, "acceptedAt", record.key().acceptedAt());
    json.writeBooleanField("hasPayload", record.hasPayload());
    json.writeArrayFieldStart("messages");
    for (Message message : record.messages()) {
      json.writeStartObject();
      json.writeStringField("id", message.id().toString());
      json.writeStringField("subscriptionId", message.subscription().toString());
      json.writeStringField("endpointId", message.endpoint().toString());
      json.writeStringField("status", inFlight.status(message));
      Subscription subscription = subscriptions.get(message.subscription());
      json.writeStringField(
          "description", subscription == null ? null : subscription.description());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private static void writeState(JsonGenerator json, String name, @Nullable JsonSlice state)
      throws IOException {
    json.writeFieldName(name);
    if (state == null) {
      json.writeNull();
    } else {
      json.writeRawValue(state.toString());
    }
  }
}
