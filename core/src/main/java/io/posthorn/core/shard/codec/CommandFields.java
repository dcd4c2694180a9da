package io.posthorn.core.shard.codec;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MatchedEvent.Forwarding;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.List;

/** The wire format of the parts of commands. */
final class CommandFields {
  private static final int COUNTED = 1;
  private static final int FORWARDED = 1 << 1;

  private CommandFields() {}

  static ByteWriter id(ByteWriter out, EndpointId id) {
    return out.u64(id.high()).u64(id.low());
  }

  static ByteWriter id(ByteWriter out, SubscriptionId id) {
    return out.u64(id.high()).u64(id.low());
  }

  static EndpointId endpointId(ByteReader in) {
    return new EndpointId(in.u64(), in.u64());
  }

  static SubscriptionId subscriptionId(ByteReader in) {
    return new SubscriptionId(in.u64(), in.u64());
  }

  /** Events are written without their keys, which the shard's host makes when it reads them. */
  static void arrivals(ByteWriter out, List<MatchedEvent> arrivals) {
    out.varint(arrivals.size());
    for (MatchedEvent arrival : arrivals) {
      Forwarding forwarding = arrival.forwarding();
      out.u8((arrival.counted() ? COUNTED : 0) | (forwarding == null ? 0 : FORWARDED));
      if (forwarding != null) {
        out.varint(forwarding.moves()).varint(forwarding.route().size());
        forwarding.route().forEach(out::varint);
      }
      out.blob(EventCodec.encode(arrival.event())).varint(arrival.matched().size());
      arrival.matched().forEach(id -> id(out, id));
    }
  }

  static List<MatchedEvent> arrivals(ByteReader in) {
    int count = (int) in.varint();
    List<MatchedEvent> arrivals = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int flags = in.u8();
      Forwarding forwarding = (flags & FORWARDED) == 0 ? null : forwarding(in);
      Event event = EventCodec.decode(in.blob(), 0);
      int wanted = (int) in.varint();
      List<SubscriptionId> matched = new ArrayList<>();
      for (int j = 0; j < wanted; j++) {
        matched.add(subscriptionId(in));
      }
      arrivals.add(
          new MatchedEvent(
              MatchedEvent.NO_KEY, event, matched, (flags & COUNTED) != 0, forwarding));
    }
    return arrivals;
  }

  private static Forwarding forwarding(ByteReader in) {
    int moves = (int) in.varint();
    int count = (int) in.varint();
    List<Integer> route = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      route.add((int) in.varint());
    }
    return new Forwarding(moves, route);
  }

  /** A job is written as a sweep that has not begun. */
  static void job(ByteWriter out, BulkJob job) {
    BulkProgress progress = BulkProgress.begin(job, 0);
    out.blob(progress.key()).blob(progress.encode());
  }

  static BulkJob job(ByteReader in) {
    return BulkProgress.decode(in.blob(), in.blob()).job();
  }
}
