package io.posthorn.core.shard.state;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests in flight of an endpoint, by message, and their number by lane. */
final class EndpointFlights {
  /** Created with its first request: many endpoints have none for a long time. */
  private Map<MessageId, Flight> byMessage = Map.of();

  private int first;
  private int retries;
  private int probes;

  /** The requests that were in flight when a user last resumed or enabled the endpoint. */
  private Set<AttemptTicket> startedBeforeResume = Set.of();

  void add(Flight flight) {
    if (!(byMessage instanceof LinkedHashMap)) {
      byMessage = new LinkedHashMap<>();
    }
    byMessage.put(flight.message().id(), flight);
    count(flight, 1);
  }

  void remove(Flight flight) {
    if (!byMessage.isEmpty()) {
      byMessage.remove(flight.message().id());
    }
    if (!startedBeforeResume.isEmpty()) {
      startedBeforeResume.remove(flight.ticket());
    }
    count(flight, -1);
  }

  /** Replaces the flight of the same message. */
  void replace(Flight flight) {
    byMessage.put(flight.message().id(), flight);
  }

  /** Remembers the requests in flight, because a user resumes or enables the endpoint. */
  void noteResumed() {
    startedBeforeResume = new HashSet<>();
    byMessage.values().forEach(flight -> startedBeforeResume.add(flight.ticket()));
  }

  /** Returns whether a request started after a user last resumed or enabled the endpoint. */
  boolean startedAfterResume(AttemptTicket ticket) {
    return !startedBeforeResume.contains(ticket);
  }

  private void count(Flight flight, int more) {
    if (flight.ticket().lane() == Lane.RETRY) {
      retries += more;
    } else {
      first += more;
    }
    if (flight.ticket().probe()) {
      probes += more;
    }
  }

  int size() {
    return byMessage.size();
  }

  int size(Lane lane) {
    return lane == Lane.RETRY ? retries : first;
  }

  int probes() {
    return probes;
  }

  @Nullable Flight get(MessageId message) {
    return byMessage.get(message);
  }

  boolean contains(MessageId message) {
    return byMessage.containsKey(message);
  }

  Collection<Flight> all() {
    return Collections.unmodifiableCollection(byMessage.values());
  }

  /** The earliest position, in a lane, of messages in flight. */
  long earliest(Lane lane) {
    long earliest = Long.MAX_VALUE;
    for (Flight flight : byMessage.values()) {
      if (flight.message().queue() == lane) {
        earliest = Math.min(earliest, flight.message().position().at());
      }
    }
    return earliest;
  }

  /** The earliest start of a schedule among messages in flight. */
  long earliestStart() {
    long earliest = Long.MAX_VALUE;
    for (Flight flight : byMessage.values()) {
      earliest = Math.min(earliest, flight.message().start());
    }
    return earliest;
  }
}
