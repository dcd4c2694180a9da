package io.posthorn.server.api;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.store.ShardView;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One customer's messages as they stand in one state of the store, to be written down. */
final class MessageSight {
  private final String customerId;
  private final Rules rules;
  private final InFlight inFlight;
  private final long now;
  private final History history;
  private final CustomerReader customers;
  private final EndpointReader endpoints;
  private final Map<EndpointId, Optional<EndpointView>> seen = new HashMap<>();

  MessageSight(ShardView view, String customerId, Rules rules, InFlight inFlight, long now) {
    this.customerId = customerId;
    this.rules = rules;
    this.inFlight = inFlight;
    this.now = now;
    history = new History(view);
    customers = new CustomerReader(view);
    endpoints = new EndpointReader(view, rules.circuit());
  }

  /** Says the events of which messages will be asked for next. */
  void expectEvents(List<Message> messages) {
    history.expectEvents(customerId, messages.stream().map(Message::id).toList());
  }

  @Nullable StoredEvent event(Message message) {
    return history.event(customerId, message.id().event());
  }

  Optional<EndpointView> endpoint(EndpointId id) {
    return seen.computeIfAbsent(
        id, key -> Optional.ofNullable(endpoints.get(customerId, key, now)));
  }

  String status(Message message) {
    return inFlight.status(message);
  }

  /** What both the list and a single message say. */
  void fields(JsonGenerator json, Message message, @Nullable StoredEvent event) throws IOException {
    json.writeStringField("id", message.id().toString());
    json.writeStringField("endpointId", message.endpoint().toString());
    json.writeStringField(
        "url", endpoint(message.endpoint()).map(e -> e.url().text()).orElse(null));
    json.writeStringField("subscriptionId", message.subscription().toString());
    json.writeStringField("eventId", event == null ? null : event.event().id());
    json.writeStringField("objCode", event == null ? null : event.event().objCode());
    json.writeStringField("eventType", event == null ? null : event.event().eventType());
    json.writeStringField("objId", event == null ? null : event.event().objId());
    json.writeStringField("version", message.rendering().version().text());
    json.writeStringField("format", message.rendering().format().text());
    String status = status(message);
    json.writeStringField("status", status);
    json.writeStringField(
        "reason", message.reason() == EndReason.NONE ? null : message.reason().text());
    Times.write(json, "acceptedAt", message.id().event().acceptedAt());
    Times.write(json, "scheduledFrom", message.start());
    json.writeNumberField("attemptCount", message.attempts());
    if (status.equals(MessageStatus.WAITING.text())) {
      waiting(json, message);
    } else {
      json.writeNullField("waitsFor");
      json.writeNullField("nextAttemptAt");
      json.writeNullField("nextSlot");
      json.writeNullField("expiresAt");
    }
    Times.write(json, "endedAt", message.endedAt());
  }

  private void waiting(JsonGenerator json, Message message) throws IOException {
    Waiting waiting =
        Waiting.of(
            message,
            endpoint(message.endpoint()).orElse(null),
            customers,
            customerId,
            rules.retry(),
            now);
    json.writeStringField("waitsFor", waiting.waitsFor());
    Times.write(json, "nextAttemptAt", waiting.nextAttemptAt());
    json.writeNumberField("nextSlot", message.slot());
    Times.write(json, "expiresAt", waiting.expiresAt());
  }
}
