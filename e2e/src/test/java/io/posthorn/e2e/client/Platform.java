package io.posthorn.e2e.client;

import io.posthorn.client.ApiErrorException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.BulkJobDetails;
import io.posthorn.client.model.DeliveryStatus;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointStatus;
import io.posthorn.client.model.EventSummary.EventMessage;
import io.posthorn.client.model.MessageDetails;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.testkit.Await;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A platform that uses Posthorn through the Java client; almost every test uses it. */
public record Platform(Api api) {
  /** A created subscription. */
  public record Subscription(String id, String endpointId, String signingSecret) {}

  /** The client for the server's current address. */
  public PosthornClient client() {
    return api.client();
  }

  /** Subscribes a URL to all events of a code. */
  public Subscription subscribe(String objCode, String url) {
    return subscribe(NewSubscription.builder(objCode, "*", url).build());
  }

  public Subscription subscribe(NewSubscription subscription) {
    SubscriptionDetails made = client().subscriptions().create(subscription);
    return new Subscription(
        made.id(), made.endpointId(), Objects.requireNonNull(made.signingSecret()));
  }

  /**
   * Posts an UPDATE of an object.
   *
   * @return the event's id
   */
  public String post(String objCode) {
    return client().events().send(event(objCode));
  }

  /** Posts many at once. */
  public List<String> post(String objCode, int count) {
    return client().events().sendAll(Collections.nCopies(count, event(objCode)));
  }

  /**
   * Posts an event for which there is one subscription.
   *
   * @return the id of its message
   */
  public String send(String objCode) {
    return messageOf(post(objCode));
  }

  /** The id of an event's only message. */
  public String messageOf(String eventId) {
    // On Kafka an event is matched shortly after it is accepted.
    Await.until("event " + eventId, () -> !messagesOf(eventId).isEmpty());
    return messagesOf(eventId).getFirst().id();
  }

  private List<EventMessage> messagesOf(String eventId) {
    try {
      return client().events().get(eventId).messages();
    } catch (ApiErrorException e) {
      if (e.status() != 404) {
        throw e;
      }
      return List.of();
    }
  }

  private static NewEvent event(String objCode) {
    return NewEvent.builder(objCode, "UPDATE")
        .objId("o-1")
        .oldState(Map.of("name", "before"))
        .newState(Map.of("name", "after"))
        .build();
  }

  public MessageDetails message(String id) {
    return client().messages().get(id);
  }

  public EndpointDetails endpoint(String id) {
    return client().endpoints().get(id);
  }

  /** Waits until a message has a status, and returns it. */
  public MessageDetails awaitMessage(String id, DeliveryStatus status) {
    Await.until("message " + id + " " + status, () -> message(id).status() == status);
    return message(id);
  }

  public MessageDetails awaitDelivered(String id) {
    return awaitMessage(id, DeliveryStatus.DELIVERED);
  }

  /** Waits until an endpoint has a status, and returns it. */
  public EndpointDetails awaitEndpoint(String id, EndpointStatus status) {
    Await.until("endpoint " + id + " " + status, () -> endpoint(id).status() == status);
    return endpoint(id);
  }

  /** A filter for messages that were accepted at any time. */
  public static MessageFilter.Builder anyTime() {
    return MessageFilter.builder()
        .from(Instant.parse("2000-01-01T00:00:00Z"))
        .to(Instant.parse("2100-01-01T00:00:00Z"));
  }

  /** Waits until a bulk replay is done, and returns it. */
  public BulkJobDetails awaitReplay(String id) {
    Await.until("replay " + id, () -> client().messages().replayJob(id).finished());
    return client().messages().replayJob(id);
  }

  /** Waits until a bulk cancellation is done, and returns it. */
  public BulkJobDetails awaitCancellation(String id) {
    Await.until("cancellation " + id, () -> client().messages().cancelJob(id).finished());
    return client().messages().cancelJob(id);
  }
}
