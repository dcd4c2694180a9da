package io.posthorn.core.shard.delivery;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.DropCounter;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The publisher of operational events: changes of endpoints and dropped messages. They are stored
 * in the same commit as the change, and are never sent to the endpoint they are about.
 */
public final class OperationalEventPublisher {
  private static final String DROPPED = "dropped";
  private static final JsonFactory JSON = new JsonFactory();

  private final ShardState state;
  private final Intake intake;

  public OperationalEventPublisher(ShardState state, Intake intake) {
    this.state = state;
    this.intake = intake;
  }

  /** Writes the fields of an operational event. */
  private interface FieldWriter {
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Publishes a change of an endpoint.
   *
   * @param cause the failure that caused it; null if a user or a success did
   */
  void changed(Endpoint endpoint, EndpointChange change, @Nullable Outcome cause) {
    publish(
        endpoint,
        OperationalEvents.ENDPOINT,
        change.text(),
        json -> {
          json.writeStringField("status", endpoint.circuit().state().text());
          json.writeBooleanField("paused", endpoint.paused());
          PauseCause pausedBy = endpoint.stored().pausedBy();
          if (pausedBy != null) {
            json.writeStringField("pausedBy", pausedBy.text());
          }
          json.writeNumberField("consecutiveFailures", endpoint.circuit().consecutiveFailures());
          json.writeNumberField(
              "attemptsInWindow", endpoint.circuit().attemptsInWindow(state.now()));
          json.writeNumberField(
              "failuresInWindow", endpoint.circuit().failuresInWindow(state.now()));
          json.writeNumberField("waitingMessages", endpoint.waiting());
          if (cause != null) {
            json.writeStringField(
                "lastError",
                cause.error() == null ? "status " + cause.status() : cause.error().text());
          }
        });
  }

  /** Publishes this turn's drops, at most one event a minute for each endpoint. */
  public void publishDrops() {
    List<Endpoint> candidates = new ArrayList<>(state.dropped);
    state.dropped.clear();
    for (Endpoint endpoint : candidates) {
      long moment = endpoint.drops().nextEventAt(state.rules.limits().dropsEventInterval());
      if (!endpoint.drops().isEmpty() && moment <= state.now()) {
        publish(endpoint, OperationalEvents.DROPS, DROPPED, json -> drops(json, endpoint.drops()));
        endpoint.drops().published(state.now());
      }
      state.touch(endpoint); // stored, and woken for the next event
    }
  }

  /** Publishes that client certificates end soon. */
  public void publishExpiringCertificates() {
    List<Endpoint> candidates = new ArrayList<>(state.certificates);
    state.certificates.clear();
    for (Endpoint endpoint : candidates) {
      ClientCertificate certificate = endpoint.settings().options().clientCertificate();
      if (certificate != null) {
        EndpointChange change = EndpointChange.CERTIFICATE_EXPIRING;
        endpoint.stored().setCertificateReported(certificate.expiresAt());
        state.requireSync();
        state.touch(endpoint);
        state.emit(
            new Effect.EndpointChanged(endpoint.customerId(), endpoint.id(), change, state.now()));
        String end = Instant.ofEpochMilli(certificate.expiresAt()).toString();
        publish(
            endpoint,
            OperationalEvents.ENDPOINT,
            change.text(),
            json -> json.writeStringField("certificateExpiresAt", end));
      }
    }
  }

  private static void drops(JsonGenerator json, DropCounter drops) throws IOException {
    json.writeNumberField("count", drops.count());
    json.writeObjectFieldStart("reasons");
    json.writeNumberField("retries_exhausted", drops.exhausted());
    json.writeNumberField("expired", drops.expired());
    json.writeNumberField("rejected", drops.rejected());
    json.writeEndObject();
    json.writeArrayFieldStart("sampleIds");
    for (var id : drops.samples()) {
      json.writeString(id.toString());
    }
    json.writeEndArray();
  }

  private void publish(Endpoint about, String objCode, String eventType, FieldWriter fields) {
    if (!state.assignment.alone()) {
      release(about, objCode, eventType, fields);
      return;
    }
    EventKey key = newKey();
    Event event = event(key, about.customerId(), about, objCode, eventType, fields);
    List<SubscriptionId> readers = new ArrayList<>();
    for (Subscription subscription : state.subscriptions.index().match(event)) {
      SubscriptionRegistry.Listed listed = state.subscriptions.get(subscription.id());
      if (listed != null && OperationalEvents.mayReach(event, listed.endpoint())) {
        readers.add(subscription.id());
      }
    }
    if (!readers.isEmpty()) { // an event without subscribers is not stored
      intake.store(key, event, readers);
    }
    publishToOperator(about, objCode, eventType, fields);
  }

  /** Publishes to all shards if there are several: its subscriptions may be in any of them. */
  private void release(Endpoint about, String objCode, String eventType, FieldWriter fields) {
    if (!about.customerId().equals(OperatorSubscription.CUSTOMER)) {
      release(event(newKey(), about.customerId(), about, objCode, eventType, fields));
    }
    if (state.rules.operatorSubscription() != null) {
      release(event(newKey(), OperatorSubscription.CUSTOMER, about, objCode, eventType, fields));
    }
  }

  private void release(Event event) {
    state.requireSync();
    state.emit(new Effect.Publish(event));
  }

  /** A separate copy: customers must not see the operator's messages among their own. */
  private void publishToOperator(
      Endpoint about, String objCode, String eventType, FieldWriter fields) {
    OperatorSubscription configured = state.rules.operatorSubscription();
    Subscription operator = configured == null ? null : configured.subscription();
    if (operator != null && !operator.endpointId().equals(about.id())) {
      EventKey key = newKey();
      Event event = event(key, operator.customerId(), about, objCode, eventType, fields);
      intake.store(key, event, List.of(operator.id()));
    }
  }

  private EventKey newKey() {
    return EventKey.of(
        state.now(), state.identity.shard(), state.nextOwnKey(), state.identity.installation());
  }

  private Event event(
      EventKey key,
      String customerId,
      Endpoint about,
      String objCode,
      String eventType,
      FieldWriter fields) {
    return new Event(
        customerId,
        "op_" + key,
        objCode,
        eventType,
        about.id().toString(),
        Instant.ofEpochMilli(state.now()),
        null,
        newState(about, fields),
        null,
        null);
  }

  private JsonSlice newState(Endpoint about, FieldWriter fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = JSON.createGenerator(bytes)) {
      json.writeStartObject();
      json.writeStringField("endpointId", about.id().toString());
      json.writeStringField("customerId", about.customerId());
      json.writeStringField("url", about.url().text());
      if (state.rules.consoleUrl() != null) {
        json.writeStringField(
            "consoleUrl",
            "%s/#/customers/%s/endpoints/%s"
                .formatted(state.rules.consoleUrl(), about.customerId(), about.id()));
      }
      json.writeStringField("at", Instant.ofEpochMilli(state.now()).toString());
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("an array in memory does not fail", e);
    }
    return JsonSlice.of(bytes.toByteArray());
  }
}
