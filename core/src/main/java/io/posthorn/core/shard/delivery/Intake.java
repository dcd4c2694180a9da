package io.posthorn.core.shard.delivery;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.StoreKeys;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.shard.state.SubscriptionRegistry;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The intake of a shard: stores each event once and makes one message for each subscription it
 * matched.
 */
public final class Intake {
  private final ShardState state;
  private final EventForwarder forwarder;
  private final Ordering ordering;

  public Intake(ShardState state) {
    this.state = state;
    forwarder = new EventForwarder(state);
    ordering = new Ordering(state);
  }

  public void accept(Command.AcceptEvents command) {
    if (command.promised()) {
      acceptPromised(command.events());
      return;
    }
    if (!state.erasing.isEmpty() && anyErasing(command.events())) {
      state.reply(command.request(), Reply.NOT_FOUND);
      return;
    }
    String over = overLimit(command.events());
    if (over != null) {
      long limit = state.rules.limits().waitingMessages();
      state.reply(command.request(), new Reply.OverLimit(over, limit));
      return;
    }
    List<Reply.Receipt> receipts = new ArrayList<>(command.events().size());
    for (MatchedEvent arrival : command.events()) {
      receipts.add(accept(arrival));
    }
    state.reply(command.request(), new Reply.Accepted(receipts));
  }

  /** These events were already acknowledged as accepted: they must not be refused. */
  private void acceptPromised(List<MatchedEvent> arrivals) {
    for (MatchedEvent arrival : arrivals) {
      if (!state.erasing.contains(arrival.event().customerId())) {
        accept(arrival);
      }
    }
  }

  /** Events for a customer that is being erased would vanish with it, without a record. */
  private boolean anyErasing(List<MatchedEvent> arrivals) {
    for (MatchedEvent arrival : arrivals) {
      if (state.erasing.contains(arrival.event().customerId())) {
        return true;
      }
    }
    return false;
  }

  /**
   * A customer that would exceed its limit of waiting messages, or null. Duplicates and unmatched
   * events are always accepted; and where nothing waits a call is accepted as a whole, because
   * otherwise one larger than the limit never could be.
   */
  private @Nullable String overLimit(List<MatchedEvent> arrivals) {
    long limit = state.rules.limits().waitingMessages();
    if (limit == DeliveryLimits.UNLIMITED) {
      return null;
    }
    Map<String, Long> most = new TreeMap<>();
    for (MatchedEvent arrival : arrivals) {
      // An upper bound, doubled for a version switch: few calls need an exact count.
      most.merge(arrival.event().customerId(), 2L * arrival.matched().size(), Long::sum);
    }
    for (Map.Entry<String, Long> entry : most.entrySet()) {
      long waiting = state.endpoints.waiting(entry.getKey());
      if (waiting > 0 && waiting + entry.getValue() > limit) {
        long more = newMessages(entry.getKey(), arrivals);
        if (more > 0 && waiting + more > limit) {
          return entry.getKey();
        }
      }
    }
    return null;
  }

  /** The number of messages that a call would create for a customer. */
  private long newMessages(String customerId, List<MatchedEvent> arrivals) {
    Set<String> seen = new HashSet<>();
    long count = 0;
    for (MatchedEvent arrival : arrivals) {
      Event event = arrival.event();
      if (event.customerId().equals(customerId)
          && seen.add(event.id())
          && state.events.known(customerId, event.id()) == null) {
        count += targets(arrival.key(), arrival.matched()).size();
      }
    }
    return count;
  }

  /**
   * A duplicate id gets the same reply as the first time and creates no second message. Several
   * shards each know the ids of their own events.
   */
  private Reply.Receipt accept(MatchedEvent arrival) {
    state.accepting(arrival.key());
    Event event = arrival.event();
    EventKey known = state.events.known(event.customerId(), event.id());
    if (known != null) {
      return again(arrival, known);
    }
    List<SubscriptionId> here =
        state.assignment.alone() ? arrival.matched() : forwarder.forward(arrival, null);
    if (here == null) {
      return new Reply.Receipt(event.id(), arrival.key(), false, 0);
    }
    if (arrival.counted()) {
      state.countAcceptedEvent();
    }
    StoredEvent stored = inOrder(arrival.key(), event, targets(arrival.key(), here));
    store(arrival.key(), stored);
    return new Reply.Receipt(event.id(), arrival.key(), false, stored.targets().size());
  }

  private Reply.Receipt again(MatchedEvent arrival, EventKey known) {
    Event event = arrival.event();
    if (arrival.counted()) {
      state.countKnownEvent();
    }
    if (arrival.forwarding() != null) {
      join(arrival, known);
    }
    // Not through the cache: a batch of duplicates would evict events that are about to be sent.
    byte[] first = state.store.get(StoreKeys.event(event.customerId(), known));
    return new Reply.Receipt(
        event.id(), known, true, first == null ? 0 : StoredEvent.targetCount(first));
  }

  /** Stores an event with its messages, which are due at once. */
  void store(EventKey key, Event event, List<SubscriptionId> matched) {
    store(key, inOrder(key, event, targets(key, matched)));
  }

  private void store(EventKey key, StoredEvent stored) {
    state.events.add(key, stored);
    begin(key, stored, 0);
  }

  /** Adds messages for moved subscriptions to an event that is already stored. */
  private void join(MatchedEvent arrival, EventKey key) {
    StoredEvent known = state.events.get(arrival.event().customerId(), key);
    List<SubscriptionId> here = known == null ? null : forwarder.forward(arrival, known);
    if (known == null || here == null) {
      return;
    }
    List<StoredEvent.Target> all = new ArrayList<>(known.targets());
    Event event = known.hasPayload() ? known.event() : arrival.event();
    all.addAll(inOrder(key, event, targets(key, here)).targets());
    if (all.size() > known.targets().size()) {
      StoredEvent joined = new StoredEvent(event, all, true);
      state.events.replace(key, joined);
      begin(key, joined, known.targets().size());
    }
  }

  /** Enqueues an event's messages from an ordinal on. */
  private void begin(EventKey key, StoredEvent event, int first) {
    List<StoredEvent.Target> targets = event.targets();
    state.countAcceptedMessages(targets.size() - first);
    for (int ordinal = first; ordinal < targets.size(); ordinal++) {
      StoredEvent.Target target = targets.get(ordinal);
      Endpoint endpoint = state.endpoints.get(target.endpoint());
      if (endpoint == null) {
        throw new IllegalStateException(
            "damaged store: a subscription without its endpoint: " + target.endpoint());
      }
      Message message = Objects.requireNonNull(event.freshMessage(new MessageId(key, ordinal)));
      state.messages.list(message);
      if (message.order() != null) {
        ordering.enterNew(endpoint, message);
      } else {
        state.lanes.enqueue(endpoint, message, false);
      }
      state.stats.accepted(endpoint.customerId(), endpoint.id());
      state.touch(endpoint);
    }
  }

  /** Returns a new event whose ordered messages are numbered. */
  private StoredEvent inOrder(EventKey key, Event event, List<StoredEvent.Target> targets) {
    if (event.objId() != null) {
      targets.replaceAll(target -> isOrdered(target) ? numbered(key, target) : target);
    }
    return new StoredEvent(event, targets, true);
  }

  /**
   * Returns whether a new message of an object is ordered: during a switch of version only the
   * subscription's message in the current version is, which comes first.
   */
  private boolean isOrdered(StoredEvent.Target target) {
    SubscriptionRegistry.Listed listed = state.subscriptions.get(target.subscription());
    return listed != null
        && listed.subscription().ordered()
        && target.rendering().version() == listed.subscription().version();
  }

  private StoredEvent.Target numbered(EventKey key, StoredEvent.Target target) {
    return target.withSequence(state.objects.nextSequence(target.endpoint(), key.acceptedAt()));
  }

  /** The matches that still exist: a subscription may have been deleted since. */
  private List<StoredEvent.Target> targets(EventKey key, List<SubscriptionId> matched) {
    List<StoredEvent.Target> targets = new ArrayList<>(matched.size());
    for (SubscriptionId id : matched) {
      SubscriptionRegistry.Listed listed = state.subscriptions.get(id);
      if (listed != null) {
        Subscription subscription = listed.subscription();
        long overlap = state.rules.limits().versionOverlap();
        for (Rendering rendering : subscription.renderingsAt(key.acceptedAt(), overlap)) {
          targets.add(new StoredEvent.Target(id, listed.endpoint(), rendering));
        }
      }
    }
    return targets;
  }
}
