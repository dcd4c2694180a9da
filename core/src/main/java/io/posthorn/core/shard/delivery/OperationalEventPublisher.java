package io.posthorn.core.shard.delivery;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.layout.DropCounter;
import io.posthorn.core.shard.layout.UnreportedChanges;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.EndpointChange;
import io.posthorn.core.shard.protocol.EventFormats;
import io.posthorn.core.shard.protocol.OperationalEvents;
import io.posthorn.core.shard.protocol.OperatorSubscription;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The publisher of operational events: changes of endpoints and dropped messages. They are stored
 * in the same commit as the change, and are never sent to the endpoint they are about.
 *
 * <p>Implementation notes. In format slack an endpoint's changes and drops make at most one event a
 * minute. Dropping the others could leave "disabled" as the last word about an endpoint that has
 * recovered. So a change that comes too soon is noted in the endpoint's record, in the same commit,
 * and the end of the minute publishes one event with the state at that time. The note does not
 * depend on whether a subscription has the format: with several shards, this one does not know them
 * all.
 */
public final class OperationalEventPublisher {
  private static final String DROPPED = "dropped";

  private final ShardState state;
  private final Intake intake;
  private final OperationalEventJson json;

  public OperationalEventPublisher(ShardState state, Intake intake) {
    this.state = state;
    this.intake = intake;
    json = new OperationalEventJson(state);
  }

  /**
   * An event before it has a key.
   *
   * @param formats the formats whose subscriptions get it
   */
  private record Draft(
      Endpoint about,
      String objCode,
      String eventType,
      EventFormats formats,
      OperationalEventJson.Fields fields) {}

  /**
   * Publishes a change of an endpoint.
   *
   * @param cause the failure that caused it; null if a user or a success did
   */
  void changed(Endpoint endpoint, EndpointChange change, @Nullable Outcome cause) {
    UnreportedChanges unreported = endpoint.stored().unreportedChanges();
    String error = cause == null ? "" : errorOf(cause);
    boolean tooSoon = nextEventAt(unreported) > state.now();
    publishChange(
        endpoint,
        change,
        tooSoon ? EventFormats.ALL_BUT_SLACK : EventFormats.ALL,
        fields -> {
          json.endpoint(fields, endpoint);
          writeError(fields, error);
        });
    if (tooSoon) {
      unreported.add();
    } else {
      unreported.reported(state.now());
    }
    if (!error.isEmpty() || change == EndpointChange.RECOVERED) {
      unreported.setLastError(error);
    }
  }

  /** Publishes the changes that came too soon after another, for each endpoint in one event. */
  public void publishUnreportedChanges() {
    for (Endpoint endpoint : take(state.unreported)) {
      UnreportedChanges unreported = endpoint.stored().unreportedChanges();
      if (nextEventAt(unreported) <= state.now()) {
        state.requireSync();
        publishChange(
            endpoint,
            presentState(endpoint),
            EventFormats.SLACK,
            fields -> {
              json.endpoint(fields, endpoint);
              writeError(fields, unreported.lastError());
              fields.writeNumberField("changes", unreported.count());
            });
        unreported.reported(state.now());
      }
      state.touch(endpoint); // stored, and woken for the next event
    }
  }

  /** The change that an endpoint's present state would be the result of. */
  private static EndpointChange presentState(Endpoint endpoint) {
    CircuitState circuit = endpoint.circuit().state();
    if (circuit == CircuitState.FROZEN) {
      return EndpointChange.FROZEN;
    }
    if (endpoint.paused()) { // also if it is disabled: no probe is sent until it is resumed
      return EndpointChange.PAUSED;
    }
    return circuit == CircuitState.DISABLED ? EndpointChange.DISABLED : EndpointChange.RECOVERED;
  }

  private long nextEventAt(UnreportedChanges unreported) {
    return unreported.nextEventAt(state.rules.limits().operationalEventInterval());
  }

  static String errorOf(Outcome cause) {
    return cause.error() == null ? "status " + cause.status() : cause.error().text();
  }

  private static void writeError(JsonGenerator fields, String error) throws IOException {
    if (!error.isEmpty()) {
      fields.writeStringField("lastError", error);
    }
  }

  /**
   * Publishes drops, for each endpoint in at most one event a minute. In format slack they share
   * the minute with changes, which go first.
   */
  public void publishDrops() {
    long interval = state.rules.limits().operationalEventInterval();
    for (Endpoint endpoint : take(state.dropped)) {
      UnreportedChanges unreported = endpoint.stored().unreportedChanges();
      DropCounter drops = endpoint.drops();
      boolean due = !drops.isEmpty() && drops.nextEventAt(interval) <= state.now();
      boolean slackDue = unreported.hasDrops() && nextEventAt(unreported) <= state.now();
      if (due && slackDue && drops.count() == unreported.drops().count()) {
        publishDrops(endpoint, drops, EventFormats.ALL);
      } else {
        if (due) {
          publishDrops(endpoint, drops, EventFormats.ALL_BUT_SLACK);
        }
        if (slackDue) {
          publishDrops(endpoint, unreported.drops(), EventFormats.SLACK);
        }
      }
      if (due) {
        drops.published(state.now());
      }
      if (slackDue) {
        unreported.dropsReported(state.now());
      }
      state.touch(endpoint); // stored, and woken for the next event
    }
  }

  private void publishDrops(Endpoint endpoint, DropCounter drops, EventFormats formats) {
    UnreportedChanges unreported = endpoint.stored().unreportedChanges();
    String error =
        unreported.dropError().isEmpty() ? unreported.lastError() : unreported.dropError();
    publish(
        new Draft(
            endpoint,
            OperationalEvents.DROPS,
            DROPPED,
            formats,
            fields -> {
              OperationalEventJson.drops(fields, drops);
              writeError(fields, error);
            }));
  }

  /** Publishes that client certificates end soon. */
  public void publishExpiringCertificates() {
    for (Endpoint endpoint : take(state.certificates)) {
      ClientCertificate certificate = endpoint.settings().options().clientCertificate();
      if (certificate != null) {
        EndpointChange change = EndpointChange.CERTIFICATE_EXPIRING;
        endpoint.stored().setCertificateReported(certificate.expiresAt());
        endpoint.stored().unreportedChanges().delay(state.now());
        state.requireSync();
        state.touch(endpoint);
        state.emit(
            new Effect.EndpointChanged(endpoint.customerId(), endpoint.id(), change, state.now()));
        String end = Instant.ofEpochMilli(certificate.expiresAt()).toString();
        publishChange(
            endpoint,
            change,
            EventFormats.ALL,
            fields -> fields.writeStringField("certificateExpiresAt", end));
      }
    }
  }

  private static List<Endpoint> take(Set<Endpoint> marked) {
    List<Endpoint> taken = List.copyOf(marked);
    marked.clear();
    return taken;
  }

  private void publishChange(
      Endpoint about,
      EndpointChange change,
      EventFormats formats,
      OperationalEventJson.Fields fields) {
    publish(new Draft(about, OperationalEvents.ENDPOINT, change.text(), formats, fields));
  }

  private void publish(Draft draft) {
    if (!state.assignment.alone()) {
      release(draft);
      return;
    }
    EventKey key = newKey();
    Event event = event(key, draft.about().customerId(), draft);
    List<SubscriptionId> readers = new ArrayList<>();
    for (Subscription subscription : state.subscriptions.index().match(event)) {
      SubscriptionRegistry.Listed listed = state.subscriptions.get(subscription.id());
      if (listed != null
          && draft.formats().include(subscription.format())
          && OperationalEvents.mayReach(event, listed.endpoint())) {
        readers.add(subscription.id());
      }
    }
    if (!readers.isEmpty()) { // an event without subscribers is not stored
      intake.store(key, event, readers);
    }
    publishToOperator(draft);
  }

  /** Publishes to all shards if there are several: its subscriptions may be in any of them. */
  private void release(Draft draft) {
    String customerId = draft.about().customerId();
    if (!customerId.equals(OperatorSubscription.CUSTOMER)) {
      release(event(newKey(), customerId, draft), draft.formats());
    }
    if (state.rules.operatorSubscription() != null) {
      release(event(newKey(), OperatorSubscription.CUSTOMER, draft), draft.formats());
    }
  }

  private void release(Event event, EventFormats formats) {
    state.requireSync();
    state.emit(new Effect.Publish(event, formats));
  }

  /** A separate copy: customers must not see the operator's messages among their own. */
  private void publishToOperator(Draft draft) {
    OperatorSubscription configured = state.rules.operatorSubscription();
    Subscription operator = configured == null ? null : configured.subscription();
    if (operator != null
        && draft.formats().include(operator.format())
        && !operator.endpointId().equals(draft.about().id())) {
      EventKey key = newKey();
      Event event = event(key, operator.customerId(), draft);
      intake.store(key, event, List.of(operator.id()));
    }
  }

  private EventKey newKey() {
    return EventKey.of(
        state.now(), state.identity.shard(), state.nextOwnKey(), state.identity.installation());
  }

  private Event event(EventKey key, String customerId, Draft draft) {
    return new Event(
        customerId,
        "op_" + key,
        draft.objCode(),
        draft.eventType(),
        draft.about().id().toString(),
        Instant.ofEpochMilli(state.now()),
        null,
        json.of(draft.about(), draft.fields()),
        null,
        null);
  }
}
