package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a subscription, in the order of acceptance. There is no index of them: each entry
 * of an endpoint's listing names its message's subscription, and the listings of the endpoints that
 * the subscription has had are merged.
 *
 * @param endpoints where its messages are listed
 */
public record SubscriptionListing(
    ShardView store, SubscriptionId subscription, List<EndpointId> endpoints) {
  /**
   * The most listings that are merged. Nearly every subscription has had one endpoint; for one with
   * more than these, a walk over the customer's events is cheaper.
   */
  static final int MOST = 64;

  /**
   * A part of the listing.
   *
   * @param ids the subscription's messages in it, which may be none
   * @param position the position to continue behind; null if nothing was read
   * @param end whether there is nothing behind it
   */
  public record Part(List<MessageId> ids, @Nullable MessageId position, boolean end) {}

  /**
   * The listing to look through for a selection; null if that names no subscription, or one that
   * has had too many endpoints.
   */
  public static @Nullable SubscriptionListing of(
      ShardView store, String customerId, MessageSelection selection) {
    SubscriptionId subscription = selection.subscription();
    if (subscription == null) {
      return null;
    }
    if (selection.endpoint() != null) {
      return new SubscriptionListing(store, subscription, List.of(selection.endpoint()));
    }
    List<EndpointId> endpoints = new ArrayList<>();
    byte[] all = StoreKeys.endpointsOf(customerId, subscription);
    store.scan(
        all,
        StoreKeys.endOf(all),
        (key, value) -> endpoints.add(StoreKeys.endpointId(key)) && endpoints.size() <= MOST);
    return endpoints.size() > MOST ? null : new SubscriptionListing(store, subscription, endpoints);
  }

  /** The value of a message's entry in its endpoint's listing. */
  public static byte[] entry(SubscriptionId subscription) {
    return new ByteWriter(16).u64(subscription.high()).u64(subscription.low()).toBytes();
  }

  private boolean isNamedBy(byte[] entry) {
    ByteReader in = new ByteReader(entry);
    return in.u64() == subscription.high() && in.u64() == subscription.low();
  }

  /**
   * The next messages behind a position (null: from the first), oldest first.
   *
   * @param from the earliest time of acceptance
   * @param to the end of the times of acceptance, exclusive
   * @param keys the most keys that it reads, but at least one of each endpoint
   */
  public Part after(@Nullable MessageId behind, long from, long to, int keys) {
    Merge merge = new Merge(Comparator.naturalOrder(), keys);
    for (EndpointId endpoint : endpoints) {
      byte[] prefix = StoreKeys.byEndpoint(endpoint);
      byte[] start =
          behind == null
              ? StoreKeys.listedFrom(prefix, from)
              : StoreKeys.after(StoreKeys.listed(prefix, behind));
      byte[] end = StoreKeys.listedFrom(prefix, to);
      if (StoreKeys.compare(start, end) < 0) {
        store.scan(start, end, merge.next());
      }
      merge.close();
    }
    return merge.part(behind);
  }

  /** The same in the other direction: the messages before a position, newest first. */
  public Part before(@Nullable MessageId position, long from, long to, int keys) {
    Merge merge = new Merge(Comparator.reverseOrder(), keys);
    for (EndpointId endpoint : endpoints) {
      byte[] prefix = StoreKeys.byEndpoint(endpoint);
      byte[] start = StoreKeys.listedFrom(prefix, from);
      byte[] end =
          position == null ? StoreKeys.listedFrom(prefix, to) : StoreKeys.listed(prefix, position);
      if (StoreKeys.compare(start, end) < 0) {
        store.scanBack(start, end, merge.next());
      }
      merge.close();
    }
    return merge.part(position);
  }

  /**
   * Merges the listings of several endpoints, each of which is read for a few keys. Together they
   * are complete up to the nearest of the last keys read: what lies behind that is left to the next
   * part.
   */
  private final class Merge {
    private final Comparator<MessageId> order;
    private final int keysOfEach;
    private final List<MessageId> found = new ArrayList<>();
    private @Nullable MessageId complete;
    private @Nullable MessageId last;
    private int ofThis;

    Merge(Comparator<MessageId> order, int keys) {
      this.order = order;
      keysOfEach = Math.max(1, keys / Math.max(1, endpoints.size()));
    }

    /** Visits the listing of the next endpoint. */
    ShardView.Visitor next() {
      ofThis = 0;
      return (key, value) -> {
        last = StoreKeys.messageId(key);
        ofThis++;
        if (isNamedBy(value)) {
          found.add(last);
        }
        return ofThis < keysOfEach;
      };
    }

    /** Notes how far the listing that was visited is known. */
    void close() {
      if (ofThis == keysOfEach
          && last != null
          && (complete == null || order.compare(last, complete) < 0)) {
        complete = last;
      }
      ofThis = 0;
    }

    Part part(@Nullable MessageId start) {
      MessageId limit = complete;
      List<MessageId> ids =
          found.stream()
              .filter(id -> limit == null || order.compare(id, limit) <= 0)
              .sorted(order)
              .distinct()
              .toList();
      MessageId end = ids.isEmpty() ? start : ids.getLast();
      return new Part(ids, limit == null ? end : limit, limit == null);
    }
  }
}
