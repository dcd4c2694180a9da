package io.posthorn.sim.workload;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The ids that callers know because they requested, read or received them. */
final class KnownIds {
  /** A message that a receiver got, and its customer. */
  record Seen(String customerId, MessageId message) {}

  final List<SubscriptionId> subscriptions = new ArrayList<>();
  final Map<EndpointId, String> endpoints = new TreeMap<>();
  final List<Seen> messages = new ArrayList<>();
  final Map<String, Long> erasedAt = new TreeMap<>();

  /** Requests without a reply yet, in the order in which they were made. */
  final Map<Long, Command> awaitingReply = new LinkedHashMap<>();

  /** Requests that are to be repeated, because a crash lost their replies. */
  final List<Command> toRepeat = new ArrayList<>();

  private long requests;

  long nextRequest() {
    return ++requests;
  }

  static <T> @Nullable T any(List<T> list, RandomGenerator random) {
    return list.isEmpty() ? null : list.get(random.nextInt(list.size()));
  }

  @Nullable EndpointId anyEndpoint(RandomGenerator random) {
    return any(List.copyOf(endpoints.keySet()), random);
  }
}
