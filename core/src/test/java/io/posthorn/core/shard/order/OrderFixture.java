package io.posthorn.core.shard.order;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A shard with ordered subscriptions, and events about objects. */
final class OrderFixture {
  final ShardFixture shard;
  private int events;

  OrderFixture() {
    this(Rules.DEFAULT);
  }

  OrderFixture(Rules rules) {
    shard = new ShardFixture(rules);
  }

  Subscription subscribe(String url) {
    return subscribe(url, "TASK", "*");
  }

  Subscription subscribe(String url, String objCode, String eventType) {
    Subscription ordered = shard.draft(url, objCode, eventType).withOrdered(true);
    create(ordered);
    return ordered;
  }

  private void create(Subscription subscription) {
    shard.execute(
        new Command.CreateSubscription(shard.nextRequest(), subscription, new byte[] {1}));
  }

  /** Changes a subscription. */
  Subscription change(Subscription before, Subscription after) {
    Subscription changed =
        SubscriptionFixture.like(after)
            .modified(Math.max(shard.now(), before.modifiedAt() + 1))
            .done();
    shard.execute(
        new Command.ChangeSubscription(
            shard.nextRequest(), changed, before.modifiedAt(), new byte[] {1}));
    return changed;
  }

  /** Posts an event about an object of TASK. */
  EventKey post(@Nullable String objId) {
    return post("TASK", Event.UPDATE, objId);
  }

  EventKey post(String objCode, String eventType, @Nullable String objId) {
    return shard.post(event(objCode, eventType, objId));
  }

  /** Posts several events in one call. */
  List<EventKey> postArray(String... objIds) {
    List<MatchedEvent> arrivals = new ArrayList<>();
    for (String objId : objIds) {
      Event event = event("TASK", Event.UPDATE, objId);
      List<SubscriptionId> matched =
          shard.subscriptions().match(event).stream().map(Subscription::id).toList();
      EventKey key = EventKey.of(shard.now(), 0, 1_000_000 + events, 7);
      arrivals.add(new MatchedEvent(key, event, matched));
    }
    shard.execute(new Command.AcceptEvents(shard.nextRequest(), arrivals));
    return arrivals.stream().map(MatchedEvent::key).toList();
  }

  private Event event(String objCode, String eventType, @Nullable String objId) {
    JsonSlice state = JsonSlice.of("{\"a\":1}");
    return new Event(
        ShardFixture.CUSTOMER,
        "ordered-" + ++events,
        objCode,
        eventType,
        objId,
        Instant.ofEpochMilli(shard.now()),
        null,
        eventType.equals(Event.DELETE) ? null : state,
        eventType.equals(Event.CREATE) ? null : state,
        null);
  }

  static MessageId id(EventKey event) {
    return new MessageId(event, 0);
  }
}
