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
import io.posthorn.server.api.subscription.SubscriptionService;
import io.posthorn.server.http.CallResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A dry run of events: for each event, the result of every subscription to its objCode and
 * eventType.
 */
record DryRun(List<Fate> fates) {
  /** The limit of verdicts per call: as many as a customer can have subscriptions. */
  private static final int MOST_FINDINGS = SubscriptionService.MOST_PER_CUSTOMER;

  /** An event with the verdict of each subscription. */
  record Fate(Event event, List<Finding> findings) {}

  /** The verdict of a subscription on an event. */
  record Finding(Subscription subscription, Verdict verdict) {}

  static DryRun of(SubscriptionIndex index, List<Event> events) {
    List<Fate> fates = new ArrayList<>(events.size());
    int count = 0;
    for (Event event : events) {
      Fate fate = new Fate(event, findings(index, event));
      count += fate.findings().size();
      if (count > MOST_FINDINGS) {
        throw new InputTooLargeException(
            "",
            "The dry run would return more than %d verdicts; send fewer events."
                .formatted(MOST_FINDINGS));
      }
      fates.add(fate);
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
    String wanted = subscription.objId();
    String objId = event.objId();
    if (wanted == null || wanted.equals(objId)) {
      return subscription.filters().explain(subscription.version().shape(states));
    }
    return new Verdict(false, List.of(FilterMismatch.ofText("objId", wanted, objId)));
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
    boolean ordered = finding.subscription().ordered() && event.objId() != null;
    json.writeStringField("ordering", ordered ? "object" : null);
    VerdictJson.write(json, finding.verdict());
    json.writeEndObject();
  }
}
