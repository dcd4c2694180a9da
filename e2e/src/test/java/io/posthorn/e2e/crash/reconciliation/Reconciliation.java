package io.posthorn.e2e.crash.reconciliation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.e2e.client.TestResponse;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The comparison of posted events, recorded messages and received requests.
 *
 * <p>Records and requests may differ only within bounds. An attempt is recorded once its outcome is
 * committed, and a commit is written to the kernel before any effect. A killed process loses none
 * of that, synced or not (a power cut could, up to the 100 ms in which commits of outcomes share an
 * fsync). So a request without a record was in flight when the server was killed. There are at most
 * as many as the endpoint's in-flight limit, and at most one per message.
 */
public final class Reconciliation {
  private final List<PostedEvent> events;
  private final List<List<RecordedMessage>> messagesOfEvents;
  private final List<RecordedMessage> messages;
  private final List<ObservedRequest> seen;
  private final Map<String, RecordedMessage> byId;
  private final Map<String, List<ObservedRequest>> seenById;
  private final List<ObservedRequest> unrecorded;

  public Reconciliation(
      List<PostedEvent> events,
      List<List<RecordedMessage>> messagesOfEvents,
      List<ObservedRequest> seen) {
    this.events = events;
    this.messagesOfEvents = messagesOfEvents;
    this.seen = seen;
    messages = messagesOfEvents.stream().flatMap(Collection::stream).toList();
    byId = messages.stream().collect(Collectors.toMap(RecordedMessage::id, message -> message));
    seenById = seen.stream().collect(Collectors.groupingBy(ObservedRequest::id));
    Set<String> marks =
        messages.stream()
            .flatMap(message -> message.attempts().stream())
            .map(RecordedMessage.Tried::mark)
            .collect(Collectors.toCollection(HashSet::new));
    unrecorded = seen.stream().filter(request -> !marks.contains(request.mark())).toList();
  }

  /** Every event has exactly its expected messages, and each of them has ended. */
  public void nothingIsLost(List<TrackedSubscription> subscriptions) {
    Map<String, TrackedSubscription> byId =
        subscriptions.stream()
            .collect(Collectors.toMap(TrackedSubscription::id, subscription -> subscription));
    for (int i = 0; i < events.size(); i++) {
      PostedEvent event = events.get(i);
      List<String> to =
          messagesOfEvents.get(i).stream().map(RecordedMessage::subscriptionId).toList();
      assertThat(to).as("one message a subscription: %s", event).doesNotHaveDuplicates();
      assertThat(byId.keySet()).as("subscriptions of %s", event).containsAll(to);
      for (TrackedSubscription subscription : subscriptions) {
        if (subscription.mustMatch(event)) {
          assertThat(to).as("%s was there for %s", subscription, event).contains(subscription.id());
        } else if (subscription.mustNotMatch(event)) {
          assertThat(to)
              .as("%s was not there for %s", subscription, event)
              .doesNotContain(subscription.id());
        }
      }
    }
    assertThat(messages.stream().filter(message -> !message.hasEnded())).as("no end").isEmpty();
  }

  /** Every delivered message got a 2xx response, and no unknown message was sent. */
  public void deliveredMeansReceived() {
    Set<String> unknown = new HashSet<>(seenById.keySet());
    unknown.removeAll(byId.keySet()); // AssertJ would compare each with each
    assertThat(unknown).as("unknown messages").isEmpty();
    for (RecordedMessage message : messages) {
      List<ObservedRequest> requests = seenById.getOrDefault(message.id(), List.of());
      if (message.isDelivered()) {
        assertThat(requests).as("%s", message).anyMatch(request -> request.status() == 200);
      }
      assertThat(requests.stream().map(ObservedRequest::body).distinct().count())
          .as("one body for life: %s", requests)
          .isLessThanOrEqualTo(1);
    }
  }

  /** An event has one message for a subscription, and the first body that was posted wins. */
  public void duplicatesHaveTheSameId() {
    Map<String, String> ids = new HashMap<>();
    Map<String, String> firstBodies = new HashMap<>();
    for (ObservedRequest request : seen) {
      var body = TestResponse.parse(request.body());
      String event = body.at("/eventId").asText();
      String to = event + " " + body.at("/subscriptionId").asText();
      assertThat(ids.merge(to, request.id(), (old, other) -> old)).as(to).isEqualTo(request.id());
      String content = body.at("/objCode").asText() + body.at("/newState").toString();
      assertThat(firstBodies.merge(event, content, (old, other) -> old))
          .as(event)
          .isEqualTo(content);
      assertThat(content).doesNotContain("again");
    }
  }

  /** Each recorded response was sent for that message, and is recorded once. */
  public void recordsAreCorrect() {
    Map<String, ObservedRequest> byMark =
        seen.stream().collect(Collectors.toMap(ObservedRequest::mark, request -> request));
    Set<String> found = new HashSet<>();
    for (RecordedMessage message : messages) {
      for (RecordedMessage.Tried attempt : message.attempts()) {
        if (attempt.isResponded()) {
          assertThat(byMark.get(attempt.mark()))
              .as("%s", attempt)
              .isNotNull()
              .returns(message.id(), ObservedRequest::id)
              .returns(attempt.status(), ObservedRequest::status);
          assertThat(found.add(attempt.mark())).as("on record once: %s", attempt).isTrue();
        }
      }
    }
  }

  /**
   * The messages of an object at an endpoint first arrived in the order of their numbers, each
   * after every earlier one that was delivered had its 2xx response.
   */
  public void objectsKeepTheirOrder() {
    Map<String, String> lastOfObject = new HashMap<>();
    Set<String> succeeded = new HashSet<>();
    Set<String> arrived = new HashSet<>();
    Map<String, List<String>> deliveredOfObject = new HashMap<>();
    for (ObservedRequest request : seen) {
      if (request.sequence().isEmpty()) {
        continue;
      }
      String object = request.path() + " " + TestResponse.parse(request.body()).at("/objId");
      if (arrived.add(request.id())) {
        String last = lastOfObject.getOrDefault(object, "");
        assertThat(request.sequence()).as("%s", request).isGreaterThan(last);
        lastOfObject.put(object, request.sequence());
        List<String> earlier = deliveredOfObject.computeIfAbsent(object, o -> new ArrayList<>());
        assertThat(succeeded).as("delivered before %s", request).containsAll(earlier);
        earlier.clear(); // checked; later ones come after them
        RecordedMessage message = byId.get(request.id());
        if (message != null && message.isDelivered()) {
          earlier.add(request.id());
        }
      }
      if (request.status() == 200) {
        succeeded.add(request.id());
      }
    }
    assertThat(arrived).as("ordered messages").isNotEmpty();
  }

  /**
   * Requests without a record were in flight at a kill.
   *
   * @param limit the endpoint's in-flight limit
   */
  public void unrecordedWereInFlight(int limit, int lastLife) {
    // Rarely, an attempt recorded without a response was received, too.
    long broken = broken();
    assertMost(1 + broken, request -> request.id() + " in life " + request.life());
    assertMost(limit + broken, request -> request.path() + " in life " + request.life());
    assertThat(unrecorded.stream().filter(request -> request.life() == lastLife).count())
        .as("the last life was let finish")
        .isLessThanOrEqualTo(broken);
  }

  private void assertMost(long most, Function<ObservedRequest, String> by) {
    unrecorded.stream()
        .collect(Collectors.groupingBy(by, TreeMap::new, Collectors.counting()))
        .forEach((what, count) -> assertThat(count).as(what).isLessThanOrEqualTo(most));
  }

  /** Attempts without a response though the receiver was up. */
  public long broken() {
    return attempts(attempt -> !attempt.isResponded() && !attempt.isRefused());
  }

  public long refused() {
    return attempts(RecordedMessage.Tried::isRefused);
  }

  public long responded() {
    return attempts(RecordedMessage.Tried::isResponded);
  }

  private long attempts(Predicate<RecordedMessage.Tried> which) {
    return messages.stream().flatMap(message -> message.attempts().stream()).filter(which).count();
  }

  public int unrecorded() {
    return unrecorded.size();
  }

  public int received() {
    return seen.size();
  }

  /** No message was given up. */
  public void nothingIsDropped() {
    assertThat(messages.stream().filter(message -> !message.isDelivered()))
        .as("not delivered")
        .isEmpty();
  }

  /** Messages that have not ended. */
  public long lost() {
    return messages.stream().filter(message -> !message.hasEnded()).count();
  }

  public long messages(String status) {
    return messages.stream().filter(message -> message.status().equals(status)).count();
  }

  /** Requests to which a receiver had responded with 2xx before, for the same message. */
  public long duplicates() {
    return seenById.values().stream()
        .mapToLong(requests -> requests.stream().filter(request -> request.status() == 200).count())
        .map(successes -> Math.max(0, successes - 1))
        .sum();
  }
}
