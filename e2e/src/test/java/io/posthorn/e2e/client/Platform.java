package io.posthorn.e2e.client;

import io.posthorn.testkit.Patience;
import java.util.Collections;
import java.util.List;

/** A platform that uses Posthorn: what nearly every test does, in one word each. */
public record Platform(Api api) {
  private static final String ROOT = "/api/v1";

  /** A subscription as it was answered. */
  public record Subscription(String id, String endpointId, String signingSecret) {}

  /** Subscribes a URL to all events of a code. */
  public Subscription subscribe(String objCode, String url) {
    return subscribe(
        """
        {"objCode": "%s", "eventType": "*", "url": "%s"}"""
            .formatted(objCode, url));
  }

  /** Subscribes by the whole body of the call. */
  public Subscription subscribe(String body) {
    ApiAnswer made = api.post(ROOT + "/subscriptions", body).expect(201);
    return new Subscription(made.at("/id"), made.at("/endpointId"), made.at("/signingSecret"));
  }

  /**
   * Posts an UPDATE of an object.
   *
   * @return the event's id
   */
  public String post(String objCode) {
    return api.post(ROOT + "/events", event(objCode)).expect(202).at("/events/0/id");
  }

  /** Posts many at once. */
  public List<String> post(String objCode, int count) {
    String events = String.join(",", Collections.nCopies(count, event(objCode)));
    return api.post(ROOT + "/events", "[" + events + "]").expect(202).json().findValuesAsText("id");
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
    // On Kafka an event that was taken in is matched a moment later.
    Patience.until(
        "event " + eventId,
        () -> {
          ApiAnswer event = api.get(ROOT + "/events/" + eventId);
          return event.status() == 200 && event.json().at("/messages/0/id").isTextual();
        });
    return api.get(ROOT + "/events/" + eventId).expect(200).at("/messages/0/id");
  }

  private static String event(String objCode) {
    return """
        {"objCode": "%s", "eventType": "UPDATE", "objId": "o-1",
         "oldState": {"name": "before"}, "newState": {"name": "after"}}"""
        .formatted(objCode);
  }

  public ApiAnswer message(String id) {
    return api.get(ROOT + "/messages/" + id).expect(200);
  }

  public ApiAnswer endpoint(String id) {
    return api.get(ROOT + "/endpoints/" + id).expect(200);
  }

  /** Waits until a message has a status, and answers it. */
  public ApiAnswer awaitMessage(String id, String status) {
    Patience.until("message " + id + " " + status, () -> message(id).at("/status").equals(status));
    return message(id);
  }

  /** Waits until an endpoint has a status, and answers it. */
  public ApiAnswer awaitEndpoint(String id, String status) {
    Patience.until(
        "endpoint " + id + " " + status, () -> endpoint(id).at("/status").equals(status));
    return endpoint(id);
  }
}
