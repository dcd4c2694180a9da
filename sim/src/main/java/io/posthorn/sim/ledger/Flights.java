package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is in flight, and what started lately: all that a crash forgets as a whole. */
public final class Flights {
  private final Map<MessageId, Flight> flights = new HashMap<>();
  private final Map<EndpointId, List<Flight>> byEndpoint = new HashMap<>();
  private final Map<EndpointId, List<Long>> starts = new HashMap<>();
  private final Map<EndpointId, Long> lastStart = new HashMap<>();
  private final Map<EndpointId, Lane> lastLane = new HashMap<>();
  private long bytes;

  public void start(Flight flight) {
    AttemptTicket ticket = flight.ticket();
    flights.put(ticket.message(), flight);
    at(ticket.endpoint()).add(flight);
    startsOf(ticket.endpoint()).add(ticket.startedAt());
    lastStart.put(ticket.endpoint(), ticket.startedAt());
    lastLane.put(ticket.endpoint(), ticket.lane());
    bytes += flight.bytes();
  }

  public @Nullable Flight end(MessageId message) {
    Flight flight = flights.remove(message);
    if (flight != null) {
      at(flight.ticket().endpoint()).remove(flight);
      bytes -= flight.bytes();
    }
    return flight;
  }

  public void forget() {
    flights.clear();
    byEndpoint.clear();
    starts.clear();
    lastStart.clear();
    lastLane.clear();
    bytes = 0;
  }

  /** What was started under other limits says nothing about the new ones. */
  public void forgetStarts(EndpointId endpoint) {
    starts.remove(endpoint);
    lastLane.remove(endpoint);
  }

  public Collection<Flight> all() {
    return flights.values();
  }

  public boolean has(MessageId message) {
    return flights.containsKey(message);
  }

  public List<Flight> at(EndpointId endpoint) {
    return byEndpoint.computeIfAbsent(endpoint, e -> new ArrayList<>());
  }

  public long count(EndpointId endpoint, Lane lane) {
    return at(endpoint).stream().filter(f -> f.ticket().lane() == lane).count();
  }

  public boolean probing(EndpointId endpoint) {
    return at(endpoint).stream().anyMatch(f -> f.ticket().probe());
  }

  /** The moments of an endpoint's starts, in order. */
  public List<Long> startsOf(EndpointId endpoint) {
    return starts.computeIfAbsent(endpoint, e -> new ArrayList<>());
  }

  /** The moment of an endpoint's latest start, under whatever limits; 0 before the first. */
  public long lastStart(EndpointId endpoint) {
    return lastStart.getOrDefault(endpoint, 0L);
  }

  /** The lane that an endpoint's latest request came from; null before the first. */
  public @Nullable Lane lastLane(EndpointId endpoint) {
    return lastLane.get(endpoint);
  }

  public int total() {
    return flights.size();
  }

  public long bytes() {
    return bytes;
  }
}
