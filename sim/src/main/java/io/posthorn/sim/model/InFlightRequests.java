package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.Rendering;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The requests in flight and the latest starts of each endpoint, all of which a crash forgets. */
public final class InFlightRequests {
  /** The bytes around an event's states, as the shard estimates them. */
  private static final int ENVELOPE = 512;

  /**
   * A request in flight.
   *
   * @param bytes what its body counts for
   * @param host the host and port that it goes to
   */
  public record Request(AttemptTicket ticket, int bytes, String customerId, String host) {
    static Request of(Effect.Send send) {
      return new Request(
          send.ticket(),
          bytesOf(send.event(), send.rendering()),
          send.event().customerId(),
          hostOf(send.target().url().text()));
    }
  }

  /** Requests and bytes of one customer, or of one customer at one host. */
  private static final class Sum {
    int requests;
    long bytes;
  }

  private final Map<MessageId, Request> inFlight = new HashMap<>();
  private final Map<EndpointId, List<Request>> byEndpoint = new HashMap<>();
  private final Map<EndpointId, List<Long>> starts = new HashMap<>();
  private final Map<EndpointId, Long> lastStart = new HashMap<>();
  private final Map<EndpointId, Lane> lastLane = new HashMap<>();
  private final Map<String, Sum> byCustomer = new HashMap<>();
  private final Map<String, Integer> byHost = new HashMap<>();
  private final Map<String, Integer> hostLimits = new HashMap<>();
  private final Set<AttemptTicket> overtaken = new HashSet<>();
  private long bytes;

  void start(Request request) {
    AttemptTicket ticket = request.ticket();
    inFlight.put(ticket.message(), request);
    at(ticket.endpoint()).add(request);
    startsOf(ticket.endpoint()).add(ticket.startedAt());
    lastStart.put(ticket.endpoint(), ticket.startedAt());
    lastLane.put(ticket.endpoint(), ticket.lane());
    count(request, 1);
  }

  private void count(Request request, int sign) {
    bytes += (long) sign * request.bytes();
    Sum customer = byCustomer.computeIfAbsent(request.customerId(), c -> new Sum());
    customer.requests += sign;
    customer.bytes += (long) sign * request.bytes();
    byHost.merge(request.host(), sign, Integer::sum);
    byHost.merge(request.customerId() + "@" + request.host(), sign, Integer::sum);
  }

  public @Nullable Request end(MessageId message) {
    Request request = inFlight.remove(message);
    if (request != null) {
      at(request.ticket().endpoint()).remove(request);
      overtaken.remove(request.ticket());
      count(request, -1);
    }
    return request;
  }

  /** A user resumed or enabled an endpoint: its requests in flight started before that. */
  void overtake(EndpointId endpoint) {
    at(endpoint).forEach(request -> overtaken.add(request.ticket()));
  }

  /** Returns whether a request started before a user last resumed or enabled its endpoint. */
  boolean overtaken(AttemptTicket ticket) {
    return overtaken.contains(ticket);
  }

  /** Adapts the limit of a host to an outcome. */
  void adapt(String host, Outcome outcome, DeliveryLimits limits) {
    int before = hostLimit(host, limits);
    if (outcome.success()) {
      hostLimits.put(host, Math.min(before + 1, limits.maxInFlightPerHost()));
    } else if (outcome.unconnected()) {
      hostLimits.put(host, Math.max(1, before / 2));
    }
  }

  /** Forgets the limit of a host that no endpoint has any more. */
  void forgetLimit(String host) {
    hostLimits.remove(host);
  }

  /** The requests that a host may have in flight. */
  public int hostLimit(String host, DeliveryLimits limits) {
    return hostLimits.getOrDefault(
        host, Math.min(limits.startInFlightPerHost(), limits.maxInFlightPerHost()));
  }

  public int countAtHost(String host) {
    return byHost.getOrDefault(host, 0);
  }

  public int countAtHost(String customerId, String host) {
    return byHost.getOrDefault(customerId + "@" + host, 0);
  }

  public int countOf(String customerId) {
    Sum customer = byCustomer.get(customerId);
    return customer == null ? 0 : customer.requests;
  }

  public long bytesOf(String customerId) {
    Sum customer = byCustomer.get(customerId);
    return customer == null ? 0 : customer.bytes;
  }

  /** The number of customers with requests in flight. */
  public int customers() {
    return (int) byCustomer.values().stream().filter(sum -> sum.requests > 0).count();
  }

  /** The number of a customer's endpoints with requests in flight. */
  public int endpointsOf(String customerId) {
    return (int)
        byEndpoint.values().stream()
            .filter(theirs -> !theirs.isEmpty())
            .filter(theirs -> theirs.getFirst().customerId().equals(customerId))
            .count();
  }

  public long bytesAt(EndpointId endpoint) {
    return at(endpoint).stream().mapToLong(Request::bytes).sum();
  }

  void forget() {
    inFlight.clear();
    byEndpoint.clear();
    starts.clear();
    lastStart.clear();
    lastLane.clear();
    byCustomer.clear();
    byHost.clear();
    hostLimits.clear();
    overtaken.clear();
    bytes = 0;
  }

  /** Forgets the starts of an endpoint whose limits have changed. */
  void forgetStarts(EndpointId endpoint) {
    starts.remove(endpoint);
    lastLane.remove(endpoint);
  }

  public Collection<Request> all() {
    return inFlight.values();
  }

  public @Nullable Request get(MessageId message) {
    return inFlight.get(message);
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

  /** The times of an endpoint's starts, oldest first. */
  public List<Long> startsOf(EndpointId endpoint) {
    return starts.computeIfAbsent(endpoint, e -> new ArrayList<>());
  }

  /** The time of an endpoint's latest start under any limits; 0 before the first. */
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

  /** The host and port of a URL in its normal form. */
  public static String hostOf(String url) {
    URI uri = URI.create(url);
    int usual = uri.getScheme().equals("https") ? 443 : 80;
    return uri.getHost() + ":" + (uri.getPort() < 0 ? usual : uri.getPort());
  }

  /** The bytes that a message counts for while it is in flight: about what is sent. */
  public static int bytesOf(Event event, Rendering rendering) {
    boolean deleted = event.eventType().equals(Event.DELETE);
    boolean whole = rendering.format() == PayloadFormat.WORKFRONT;
    return (whole || !deleted ? length(event.newState(), rendering) : 0)
        + (whole || deleted ? length(event.oldState(), rendering) : 0)
        + ENVELOPE;
  }

  private static int length(@Nullable JsonSlice state, Rendering rendering) {
    int length = state == null ? 0 : state.length();
    return rendering.base64() ? (length + 2) / 3 * 4 : length;
  }
}
