package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The requests in flight and the latest starts of each endpoint, all of which a crash forgets. */
public final class InFlightRequests {
  /** No event of a simulation counts for more bytes. */
  public static final int LARGEST_EVENT = 4_096;

  /** The bytes around an event's states, as the shard estimates them. */
  private static final int ENVELOPE = 512;

  /** A request in flight and the bytes that it counts for. */
  public record Request(AttemptTicket ticket, int bytes) {}

  private final Map<MessageId, Request> inFlight = new HashMap<>();
  private final Map<EndpointId, List<Request>> byEndpoint = new HashMap<>();
  private final Map<EndpointId, List<Long>> starts = new HashMap<>();
  private final Map<EndpointId, Long> lastStart = new HashMap<>();
  private final Map<EndpointId, Lane> lastLane = new HashMap<>();
  private long bytes;

  void start(Request request) {
    AttemptTicket ticket = request.ticket();
    inFlight.put(ticket.message(), request);
    at(ticket.endpoint()).add(request);
    startsOf(ticket.endpoint()).add(ticket.startedAt());
    lastStart.put(ticket.endpoint(), ticket.startedAt());
    lastLane.put(ticket.endpoint(), ticket.lane());
    bytes += request.bytes();
  }

  public @Nullable Request end(MessageId message) {
    Request request = inFlight.remove(message);
    if (request != null) {
      at(request.ticket().endpoint()).remove(request);
      bytes -= request.bytes();
    }
    return request;
  }

  void forget() {
    inFlight.clear();
    byEndpoint.clear();
    starts.clear();
    lastStart.clear();
    lastLane.clear();
    bytes = 0;
  }

  /** Forgets the starts of an endpoint whose limits have changed. */
  void forgetStarts(EndpointId endpoint) {
    starts.remove(endpoint);
    lastLane.remove(endpoint);
  }

  Collection<Request> all() {
    return inFlight.values();
  }

  public boolean has(MessageId message) {
    return inFlight.containsKey(message);
  }

  public List<Request> at(EndpointId endpoint) {
    return byEndpoint.computeIfAbsent(endpoint, e -> new ArrayList<>());
  }

  public long count(EndpointId endpoint, Lane lane) {
    return at(endpoint).stream().filter(f -> f.ticket().lane() == lane).count();
  }

  public boolean probing(EndpointId endpoint) {
    return at(endpoint).stream().anyMatch(f -> f.ticket().probe());
  }

  /** The moments of an endpoint's starts, oldest first. */
  public List<Long> startsOf(EndpointId endpoint) {
    return starts.computeIfAbsent(endpoint, e -> new ArrayList<>());
  }

  /** The moment of an endpoint's latest start under any limits; 0 before the first. */
  public long lastStart(EndpointId endpoint) {
    return lastStart.getOrDefault(endpoint, 0L);
  }

  /** The lane that an endpoint's latest request came from; null before the first. */
  public @Nullable Lane lastLane(EndpointId endpoint) {
    return lastLane.get(endpoint);
  }

  public int total() {
    return inFlight.size();
  }

  public long bytes() {
    return bytes;
  }

  /** The bytes that an event counts for while its message is in flight. */
  public static int bytesOf(Event event) {
    return length(event.newState()) + length(event.oldState()) + ENVELOPE;
  }

  private static int length(@Nullable JsonSlice state) {
    return state == null ? 0 : state.length();
  }
}
