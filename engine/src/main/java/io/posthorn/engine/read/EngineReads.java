package io.posthorn.engine.read;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptId;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.BulkStatus;
import io.posthorn.core.shard.read.CircuitHistoryEntry;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.stats.LatencyHistogram;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.stats.StatsReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.engine.error.RefusedException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The reads of the server, on committed engine state. Thread-safe; calls block.
 *
 * <p>A {@link Partial} result may lack the data of unreachable nodes. All other results are
 * complete, or refused with a {@link RefusedException} while a required node is unreachable.
 */
public final class EngineReads {
  /** Upper bound of entries that one page examines, however few of them match. */
  static final int EXAMINED = 10_000;

  private final ShardReads shards;
  private final ShardAccess access;
  private final Rules rules;
  private final LongSupplier time;

  /**
   * Creates the reads of an engine.
   *
   * @param time the time of its shards, as far as it knows it, in milliseconds
   */
  public EngineReads(ShardReads shards, Rules rules, LongSupplier time) {
    this.shards = shards;
    access = new ShardAccess(shards);
    this.rules = rules;
    this.time = time;
  }

  // Keys, customers, delivery pauses: needed by every call, so read from memory.

  /** The key with a digest, valid or not; null if there is none. */
  public @Nullable ApiKey key(byte[] digest) {
    return shards.<@Nullable ApiKey>readDirectory(view -> new Directory(view).key(digest));
  }

  public List<ApiKey> keys() {
    return access.read(view -> new Directory(view).keys());
  }

  /** Up to a number of keys, in the order of their digests, from a prefix of a digest on. */
  public List<ApiKey> keys(byte[] from, int most) {
    return access.read(view -> new Directory(view).keys(from, most));
  }

  /** Returns whether a customer exists and is not being erased. */
  public boolean customerExists(String id) {
    // Two facts of one state: the commit that ends an erasure removes both.
    return access.read(view -> new CustomerReader(view).exists(id));
  }

  /** Returns whether this customer exists and no other, not counting those being erased. */
  public boolean isOnlyCustomer(String id) {
    return shards.readDirectory(
        view -> {
          CustomerReader customers = new CustomerReader(view);
          return !customers.existsBeside(id) && customers.exists(id);
        });
  }

  /** Returns whether no customer was ever created. */
  public boolean isWithoutCustomers() {
    return access.read(view -> new Directory(view).customers("", 1).isEmpty());
  }

  /**
   * A page of the customers that exist, in id order, without those being erased.
   *
   * @param most the number of customers that are examined, so that the page may be short
   */
  public CustomerIds customerIds(String behind, int most) {
    return access.read(view -> CustomerIds.read(view, behind, most));
  }

  /** A page of customers after an id, in id order. */
  public Partial<CustomerStatus.Page> customers(String behind, int limit) {
    return CustomerStatus.Page.read(shards, behind, limit);
  }

  /** A page of the customers that are being erased, after an id, in id order. */
  public Partial<CustomerStatus.Page> erasingCustomers(String behind, int limit) {
    return CustomerStatus.Page.readErasing(shards, behind, limit);
  }

  public Optional<CustomerStatus> customer(String id) {
    return CustomerStatus.read(shards, id);
  }

  /** Returns whether no other customer exists, not counting those being erased. */
  public boolean isLastCustomer(String id) {
    return access.read(view -> !new CustomerReader(view).existsBeside(id));
  }

  /** Returns whether delivery is paused for all customers. */
  public boolean allDeliveryPaused() {
    return access.read(view -> new CustomerReader(view).allPaused());
  }

  public DeliveryPause deliveryPause(String customerId) {
    return access.read(view -> DeliveryPause.of(new CustomerReader(view), customerId));
  }

  // Endpoints.

  /** A customer's endpoint; empty for an endpoint of another customer. */
  public Optional<EndpointView> endpoint(String customerId, EndpointId id) {
    long now = now();
    return access.read(view -> Optional.ofNullable(endpoints(view).get(customerId, id, now)));
  }

  /** The endpoints of subscriptions, in the same order; empty if the customer is erased. */
  public List<Optional<EndpointView>> endpointsOf(List<Subscription> subscriptions) {
    long now = now();
    return access.read(
        view -> {
          EndpointReader reader = endpoints(view);
          return subscriptions.stream()
              .map(one -> Optional.ofNullable(reader.get(one.customerId(), one.endpointId(), now)))
              .toList();
        });
  }

  /**
   * A page of a customer's endpoints, in id order.
   *
   * @param behind the id that the page starts after; null for the first page
   */
  public Partial<EndpointPage> endpoints(
      String customerId, Predicate<EndpointView> wanted, @Nullable EndpointId behind, int limit) {
    return EndpointPage.read(shards, this::endpoints, customerId, wanted, behind, limit, now());
  }

  /**
   * The last failed attempts of a customer's endpoints, by endpoint. One that never failed has
   * none, nor has one whose attempt retention has removed.
   */
  public Partial<Map<EndpointId, FailedAttempt>> lastFailures(
      String customerId, List<EndpointView> endpoints) {
    List<EndpointView> failed =
        endpoints.stream().filter(endpoint -> endpoint.lastFailure() != null).toList();
    List<AttemptId> ids =
        failed.stream().map(endpoint -> Objects.requireNonNull(endpoint.lastFailure())).toList();
    return access
        .readPartly(view -> new History(view).attempts(customerId, ids))
        .map(
            attempts -> {
              Map<EndpointId, FailedAttempt> found = new HashMap<>();
              for (int i = 0; i < ids.size(); i++) {
                EndpointId endpoint = failed.get(i).id();
                MessageId message = ids.get(i).message();
                attempts
                    .get(i)
                    .ifPresent(attempt -> found.put(endpoint, new FailedAttempt(message, attempt)));
              }
              return found;
            });
  }

  /** A failed attempt with its message. */
  public record FailedAttempt(MessageId message, Attempt attempt) {}

  /** The history of an endpoint's circuit, newest first. */
  public List<CircuitHistoryEntry> circuitHistory(
      String customerId, EndpointId endpoint, int most) {
    return access.read(view -> endpoints(view).circuitHistory(customerId, endpoint, most));
  }

  public Partial<Overview> overview(String customerId) {
    long now = now();
    return access.readPartly(view -> Overview.read(view, endpoints(view), customerId, now));
  }

  // Statistics.

  /** The attempt durations of an endpoint in a time range. */
  public LatencyHistogram latency(String customerId, EndpointId endpoint, long from, long to) {
    return access.read(view -> new StatsReader(view).latency(customerId, endpoint, from, to));
  }

  /** The statistics of one endpoint. */
  public List<StatsPoint> statistics(String customerId, EndpointId endpoint, StatsSpan span) {
    return access.read(view -> series(new StatsReader(view), customerId, endpoint, span));
  }

  /**
   * The statistics of the first of some endpoints, in the same order: as many as fit, and at least
   * one.
   *
   * @param mostKeys the number of keys after which no further series is begun
   */
  public Partial<StatsPart> statistics(
      String customerId, List<EndpointId> endpoints, StatsSpan span, int mostKeys) {
    return access.readPartly(
        view -> {
          StatsReader reader = new StatsReader(view);
          List<List<StatsPoint>> found = new ArrayList<>();
          for (EndpointId endpoint : endpoints) {
            if (!found.isEmpty() && reader.keysRead() >= mostKeys) {
              break;
            }
            found.add(series(reader, customerId, endpoint, span));
          }
          return new StatsPart(found, reader.keysRead());
        });
  }

  /** The statistics of a customer, added up over all shards. */
  public Partial<StatsPart> statistics(String customerId, StatsSpan span) {
    Partial.Missed missed = new Partial.Missed();
    AtomicInteger keysRead = new AtomicInteger();
    List<List<StatsPoint>> each =
        shards.readEach(
            missed::add,
            view -> {
              StatsReader reader = new StatsReader(view);
              List<StatsPoint> series = series(reader, customerId, null, span);
              keysRead.addAndGet(reader.keysRead());
              return series;
            });
    if (each.isEmpty()) {
      throw missed.refusal();
    }
    return missed.of(new StatsPart(List.of(StatsPoint.sum(each)), keysRead.get()));
  }

  private static List<StatsPoint> series(
      StatsReader reader, String customerId, @Nullable EndpointId endpoint, StatsSpan span) {
    return reader.series(customerId, endpoint, span.from(), span.to(), span.step());
  }

  // Messages.

  public Optional<MessageRecord> message(String customerId, MessageId id) {
    long now = now();
    return access.read(view -> MessageRecord.read(view, endpoints(view), customerId, id, now));
  }

  /**
   * A page of messages.
   *
   * @param inFlight whether a waiting message's request is in flight
   */
  public Partial<MessageList> messages(MessageQuery query, Predicate<Message> inFlight) {
    return access.readPartly(
        view -> MessageList.read(view, endpoints(view), shards, query, inFlight, now()));
  }

  /** The progress of a bulk replay or cancellation. */
  public Optional<BulkStatus> bulkJob(String customerId, long jobId) {
    return BulkStatus.join(
        access
            .<@Nullable BulkStatus>readEach(view -> new History(view).bulk(customerId, jobId))
            .stream()
            .filter(Objects::nonNull)
            .toList());
  }

  // Events.

  /** A customer's event by its event id. */
  public Optional<Partial<EventRecord>> event(String customerId, String eventId) {
    return EventRecord.read(shards, customerId, eventId);
  }

  /**
   * A page of a customer's events, newest first, without their states.
   *
   * @param before the key that the page starts after; null for the first page
   */
  public Partial<EventPage> events(EventQuery query, @Nullable EventKey before, int limit) {
    Partial.Missed missed = new Partial.Missed();
    List<EventPart> parts =
        shards.readEach(
            missed::add, view -> EventPart.read(new History(view), query, before, limit));
    return missed.of(
        EventPage.join(
            query,
            parts,
            ids -> copies(missed, query.customerId(), ids),
            limit,
            shards.historyFrom()));
  }

  /** The copies of some events in all shards; none if there is only one shard. */
  private List<EventRecord> copies(Partial.Missed missed, String customerId, Set<String> ids) {
    return shards.isSingle()
        ? List.of()
        : shards
            .readEach(missed::add, view -> EventRecord.readAll(new History(view), customerId, ids))
            .stream()
            .flatMap(List::stream)
            .toList();
  }

  /** The newest events of a customer that still have their states, from reachable nodes. */
  public List<RecentEvent> recentEvents(String customerId, int most) {
    return RecentEvent.of(
        access.readPartly(view -> new History(view).events(customerId, null, most)).value());
  }

  // The audit.

  /**
   * A page of the audit log, newest first.
   *
   * @param behind the line that the page starts after; null for the first page
   */
  public Partial<AuditPage> audit(
      AuditPage.Selection selection, AuditPage.@Nullable Position behind, int limit) {
    return AuditPage.read(shards, selection, behind, limit);
  }

  private EndpointReader endpoints(ShardView view) {
    return new EndpointReader(view, rules.circuit());
  }

  /**
   * The time that due times are compared with. It never goes back, unlike the wall clock, if that
   * is the time of the shards.
   */
  public long now() {
    return time.getAsLong();
  }
}
