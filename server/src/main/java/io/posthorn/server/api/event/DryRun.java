package io.posthorn.server.api.event;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.event.Event;
import io.posthorn.core.filter.EventStates;
import io.posthorn.core.filter.FilterMismatch;
import io.posthorn.core.filter.Verdict;
import io.posthorn.core.input.InputTooLargeException;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.server.api.common.VerdictJson;
import io.posthorn.server.http.CallResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/**
 * A dry run of events: for each event, the result of every subscription to its objCode and
 * eventType.
 */
record DryRun(List<Fate> fates) {
  /** The limit of verdicts per call: as many as a customer can have subscriptions. */
  private static final int MOST_FINDINGS = SubscriptionIndex.MOST_PER_CUSTOMER;

  /**
   * An event with the verdicts of subscriptions.
   *
   * @param omitted the number of verdicts left out
   */
  record Fate(Event event, List<Finding> findings, int omitted) {
    /** Keeps the most useful verdicts: matches first, and those for other objects last. */
    private Fate atMost(int limit) {
      if (findings.size() <= limit) {
        return this;
      }
      List<Finding> first =
          findings.stream()
              .sorted(Comparator.comparingInt(finding -> finding.distance(event)))
              .limit(limit)
              .toList();
      return new Fate(event, first, findings.size() - limit);
    }
  }

  /** The verdict of a subscription on an event. */
  record Finding(Subscription subscription, Verdict verdict) {
    /** Returns how far the subscription is from a match. */
    private int distance(Event event) {
      if (verdict.matches()) {
        return 0;
      }
      return isFor(subscription, event) ? verdict.refusals().size() : Integer.MAX_VALUE;
    }
  }

  /**
   * Compares events with the subscriptions of their customers.
   *
   * @param limit the most verdicts of an event
   */
  static DryRun of(SubscriptionIndex index, List<Event> events, int limit) {
    List<Fate> fates = new ArrayList<>(events.size());
    int count = 0;
    for (Event event : events) {
      Fate fate = new Fate(event, findings(index, event), 0);
      count += fate.findings().size();
      if (count > MOST_FINDINGS) {
        throw new InputTooLargeException(
            "",
            "The dry run would return more than %d verdicts; send fewer events."
                .formatted(MOST_FINDINGS));
      }
      fates.add(fate.atMost(limit));
    }
    return new DryRun(fates);
  }

  private static List<Finding> findings(SubscriptionIndex index, Event event) {
    EventStates states = new EventStates(event.oldState(), event.newState());
    return index.all(event.customerId()).stream()
        .filter(
            one -> fits(one.objCode(), event.objCode()) && fits(one.eventType(), event.eventType()))
        .map(one -> new Finding(one, verdict(one, event, states)))
        .toList();
  }

  private static boolean fits(String wanted, String code) {
    return wanted.equals(Subscription.ANY) || wanted.equals(code);
  }

  private static Verdict verdict(Subscription subscription, Event event, EventStates states) {
    if (isFor(subscription, event)) {
      return subscription.filters().explain(subscription.version().shape(states));
    }
    String expected = Objects.requireNonNull(subscription.objId());
    return new Verdict(false, List.of(FilterMismatch.ofText("objId", expected, event.objId())));
  }

  private static boolean isFor(Subscription subscription, Event event) {
    return subscription.objId() == null || subscription.objId().equals(event.objId());
  }

  CallResponse response() {
    return CallResponse.ok(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("events");
          for (Fate fate : fates) {
            json.writeStartObject();
            json.writeStringField("id", fate.event().id());
            json.writeStringField("customerId", fate.event().customerId());
            json.writeArrayFieldStart("subscriptions");
            for (Finding finding : fate.findings()) {
              write(json, fate.event(), finding);
            }
            json.writeEndArray();
            json.writeNumberField("omitted", fate.omitted());
            json.writeEndObject();
          }
          json.writeEndArray();
          json.writeEndObject();
        });
  }

  private static void write(JsonGenerator json, Event event, Finding finding) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", finding.subscription().id().toString());
    json.writeStringField("endpointId", finding.subscription().endpointId().toString());
    json.writeStringField("description", finding.subscription().description());
    json.writeStringField("format", finding.subscription().format().text());
    boolean ordered = finding.subscription().ordered() && event.objId() != null;
    json.writeStringField("ordering", ordered ? "object" : null);
    VerdictJson.writeOrderingKey(json, ordered, event);
    VerdictJson.write(json, finding.verdict());
    json.writeEndObject();
  }
}
