package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.LanePosition;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lanes of the endpoints as they must be: every waiting message, in flight or not. */
public final class LaneModel {
  private final Map<EndpointId, Map<Lane, NavigableSet<LanePosition>>> queues = new TreeMap<>();
  private int size;

  /** All waiting messages by endpoint, lane and position. */
  Stream<MessageId> all() {
    return queues.values().stream()
        .flatMap(lanes -> lanes.values().stream())
        .flatMap(Set::stream)
        .map(LanePosition::message);
  }

  /** The number of waiting messages. */
  int size() {
    return size;
  }

  /** Replaces a message by its new form. */
  void replace(@Nullable Message before, @Nullable Message after) {
    if (before != null && !before.status().ended()) {
      queue(before.endpoint(), before.queue()).remove(before.position());
      size--;
    }
    if (after != null && !after.status().ended()) {
      queue(after.endpoint(), after.queue()).add(after.position());
      size++;
    }
  }

  public NavigableSet<LanePosition> of(EndpointId endpoint, Lane lane) {
    return Collections.unmodifiableNavigableSet(queue(endpoint, lane));
  }

  private NavigableSet<LanePosition> queue(EndpointId endpoint, Lane lane) {
    return queues
        .computeIfAbsent(endpoint, e -> new EnumMap<>(Lane.class))
        .computeIfAbsent(lane, l -> new TreeSet<>());
  }
}
