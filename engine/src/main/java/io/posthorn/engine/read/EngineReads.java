package io.posthorn.engine.read;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.directory.Directory.AuditPosition;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.layout.BulkProgress;
import io.posthorn.core.shard.layout.StoredEvent;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.CircuitHistory;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.core.shard.read.EndpointReader;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.shard.read.History;
import io.posthorn.core.shard.read.MessagePage;
import io.posthorn.core.shard.read.MessageQuery;
import io.posthorn.core.stats.LatencyHistogram;
import io.posthorn.core.stats.StatsPoint;
import io.posthorn.core.stats.StatsReader;
import io.posthorn.core.store.ShardView;
import io.posthorn.core.store.Table;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.engine.error.RefusedException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
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
  private static final int EXAMINED = 10_000;

  private static final int ENDPOINTS_AT_ONCE = 500;
  private static final int AUDIT_AT_ONCE = 1_000;

  private final ShardReads shards;
  private final Rules rules;
  private final LongSupplier wallMillis;

  public EngineReads(ShardReads shards, Rules rules, LongSupplier wallMillis) {
    this.shards = shards;
    this.rules = rules;
    this.wallMillis = wallMillis;
  }

  // Keys, customers, delivery pauses: needed by every call, so read from memory.

  /** The key with a digest, valid or not; null if there is none. */
  public @Nullable ApiKey key(byte[] digest) {
    return shards.<@Nullable ApiKey>readDirectory(view -> new Directory(view).key(digest));
  }

  public List<ApiKey> keys() {
    return read(view -> new Directory(view).keys());
  }

  /** Whether a customer exists and is not being erased. */
  public boolean customerExists(String id) {
    // Two facts of one state: the commit that ends an erasure removes both.
    return read(view -> new CustomerReader(view).exists(id));
  }

  /** Whether this is the only customer. */
  public boolean isOnlyCustomer(String id) {
    return shards.readDirectory(view -> isOnlyCustomer(view, id));
  }

  /** Looks at two customers at most, in one scan, because every call needs it. */
  private static boolean isOnlyCustomer(ShardView view, String id) {
    byte number = Table.CUSTOMER_RECORD.number();
    byte[] meant = Directory.customerKey(id);
    boolean[] alone = {false};
    view.scan(
        new byte[] {number},
        new byte[] {(byte) (number + 1)},
        (key, value) -> alone[0] = !alone[0] && Arrays.equals(key, meant));
    return alone[0];
  }

  /** When a customer was created; null if it has no record. */
  public @Nullable Long customerSince(String id) {
    return this.<@Nullable Long>read(view -> new Directory(view).customerSince(id));
  }

  /** The ids of all customers with a record, sorted. */
  public List<String> customers() {
    return read(view -> new Directory(view).customers());
  }

  /** A page of customers after an id, in id order. */
  public Partial<CustomerStatus.Page> customers(String behind, int limit) {
    Partial.Missed missed = new Partial.Missed();
    List<String> some =
        shards.readEach(missed::add, EngineReads::knownCustomers).stream()
            .flatMap(List::stream)
            .filter(id -> id.compareTo(behind) > 0)
            .distinct()
            .sorted()
            .limit(limit + 1L)
            .toList();
    List<String> page = some.subList(0, Math.min(limit, some.size()));
    String next = some.size() > limit ? page.getLast() : null;
    return missed.of(new CustomerStatus.Page(customers(missed, page), next));
  }

  /**
   * The customers that a shard knows: one may be erased in the shard of its record but not yet in
   * others.
   */
  private static List<String> knownCustomers(ShardView view) {
    List<String> known = new ArrayList<>(new Directory(view).customers());
    known.addAll(new CustomerReader(view).erasing());
    return known;
  }

  public Optional<CustomerStatus> customer(String id) {
    Partial.Missed missed = new Partial.Missed();
    Optional<CustomerStatus> found = customers(missed, List.of(id)).stream().findFirst();
    if (!missed.isEmpty()) {
      throw missed.refusal();
    }
    return found;
  }

  /** The customers that exist, including those that some shards still have to erase. */
  private List<CustomerStatus> customers(Partial.Missed missed, List<String> ids) {
    List<List<Optional<Long>>> erased =
        shards.readEach(
            missed::add,
            view ->
                ids.stream()
                    .map(id -> Optional.ofNullable(new CustomerReader(view).erasedEvents(id)))
                    .toList());
    return shards.readMerged(
        missed::add,
        view -> {
          CustomerReader reader = new CustomerReader(view);
          List<CustomerStatus> found = new ArrayList<>();
          for (int i = 0; i < ids.size(); i++) {
            int at = i;
            String id = ids.get(i);
            Long since = reader.since(id);
            Long gone =
                erased.stream()
                    .flatMap(each -> each.get(at).stream())
                    .reduce(Long::sum)
                    .orElse(null);
            if (since != null || gone != null) {
              found.add(new CustomerStatus(id, since == null ? 0 : since, reader.paused(id), gone));
            }
          }
          return found;
        });
  }

  /** Whether no other customer exists, not counting those being erased. */
  public boolean isLastCustomer(String id) {
    return read(
        view ->
            new Directory(view)
                .customers().stream()
                    .filter(other -> !other.equals(id))
                    .allMatch(other -> new CustomerReader(view).erasedEvents(other) != null));
  }

  /** Whether delivery is paused for all customers. */
  public boolean allDeliveryPaused() {
    return read(view -> new CustomerReader(view).allPaused());
  }

  public DeliveryPause deliveryPause(String customerId) {
    return read(view -> DeliveryPause.of(new CustomerReader(view), customerId));
  }

  // Endpoints.

  /** A customer's endpoint; empty for an endpoint of another customer. */
  public Optional<EndpointView> endpoint(String customerId, EndpointId id) {
    long now = now();
    return read(view -> Optional.ofNullable(endpoints(view).get(customerId, id, now)));
  }

  /** The endpoints of subscriptions, in the same order; empty if the customer is erased. */
  public List<Optional<EndpointView>> endpointsOf(List<Subscription> subscriptions) {
    long now = now();
    return read(
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
    Partial.Missed missed = new Partial.Missed();
    List<EndpointView> found = new ArrayList<>();
    EndpointId next = collectEndpoints(missed, customerId, wanted, behind, limit, found);
    return missed.of(new EndpointPage(found, next));
  }

  private @Nullable EndpointId collectEndpoints(
      Partial.Missed missed,
      String customerId,
      Predicate<EndpointView> wanted,
      @Nullable EndpointId behind,
      int limit,
      List<EndpointView> found) {
    long now = now();
    EndpointId last = behind;
    for (int examined = 0; examined < EXAMINED; examined += ENDPOINTS_AT_ONCE) {
      EndpointId from = last;
      List<EndpointView> some =
          shards.readMerged(
              missed::add, view -> endpoints(view).list(customerId, from, ENDPOINTS_AT_ONCE, now));
      for (EndpointView endpoint : some) {
        if (found.size() == limit) {
          return last;
        }
        last = endpoint.id();
        if (wanted.test(endpoint)) {
          found.add(endpoint);
        }
      }
      if (some.size() < ENDPOINTS_AT_ONCE) {
        return null;
      }
    }
    return last;
  }

  /** The history of an endpoint's circuit, newest first. */
  public List<CircuitHistoryEntry> circuitHistory(
      String customerId, EndpointId endpoint, int most) {
    return read(view -> new CircuitHistory(view).of(customerId, endpoint, most)).stream()
        .map(CircuitHistoryEntry::of)
        .toList();
  }

  public Partial<Overview> overview(String customerId) {
    long now = now();
    return readPartly(view -> Overview.read(view, endpoints(view), customerId, now));
  }

  private EndpointReader endpoints(ShardView view) {
    return new EndpointReader(view, rules.circuit());
  }

  // Statistics.

  /** The attempt durations of an endpoint in a time range. */
  public LatencyHistogram latency(String customerId, EndpointId endpoint, long from, long to) {
    return read(view -> new StatsReader(view).latency(customerId, endpoint, from, to));
  }

  /** The statistics of one endpoint. */
  public List<StatsPoint> statistics(String customerId, EndpointId endpoint, StatsSpan span) {
    return read(view -> series(view, customerId, endpoint, span));
  }

  /** The statistics of some endpoints, in the same order. */
  public Partial<List<List<StatsPoint>>> statistics(
      String customerId, List<EndpointId> endpoints, StatsSpan span) {
    return readPartly(
        view -> endpoints.stream().map(one -> series(view, customerId, one, span)).toList());
  }

  /** The statistics of a customer, added up over all shards. */
  public Partial<List<StatsPoint>> statistics(String customerId, StatsSpan span) {
    Partial.Missed missed = new Partial.Missed();
    List<List<StatsPoint>> each =
        shards.readEach(missed::add, view -> series(view, customerId, null, span));
    if (each.isEmpty()) {
      throw missed.refusal();
    }
    return missed.of(StatsPoint.sum(each));
  }

  private static List<StatsPoint> series(
      ShardView view, String customerId, @Nullable EndpointId endpoint, StatsSpan span) {
    return new StatsReader(view).series(customerId, endpoint, span.from(), span.to(), span.step());
  }

  // Messages.

  public Optional<MessageRecord> message(String customerId, MessageId id) {
    long now = now();
    return read(
        view -> {
          History history = new History(view);
          Message message = history.message(customerId, id);
          if (message == null) {
            return Optional.empty();
          }
          StoredEvent event = history.event(customerId, id.event());
          List<Attempt> attempts = history.attempts(customerId, id);
          Set<EndpointId> endpoints = new HashSet<>(Set.of(message.endpoint()));
          attempts.forEach(attempt -> endpoints.add(attempt.endpoint()));
          return Optional.of(
              new MessageRecord(
                  message,
                  event == null ? null : event.event(),
                  event != null && event.hasPayload(),
                  attempts,
                  endpoints(view, customerId, endpoints, now),
                  DeliveryPause.of(new CustomerReader(view), customerId)));
        });
  }

  /**
   * A page of messages.
   *
   * @param wanted a filter on the messages of the query
   */
  public Partial<MessageList> messages(MessageQuery query, Predicate<Message> wanted) {
    return readPartly(view -> messages(view, query, wanted));
  }

  private MessageList messages(ShardView view, MessageQuery query, Predicate<Message> wanted) {
    String customerId = query.customerId();
    History history = new History(view);
    MessagePage page =
        isVisible(view, query) ? history.list(query) : new MessagePage(List.of(), null);
    List<Message> messages = page.messages().stream().filter(wanted).toList();
    history.expectEvents(customerId, messages.stream().map(Message::id).toList());
    Set<EndpointId> endpoints = new HashSet<>();
    List<MessageList.Row> rows = new ArrayList<>(messages.size());
    for (Message message : messages) {
      StoredEvent event = history.event(customerId, message.id().event());
      rows.add(
          new MessageList.Row(
              message, event == null ? null : EventRecord.withoutStates(event.event())));
      endpoints.add(message.endpoint());
    }
    return new MessageList(
        rows,
        endpoints(view, customerId, endpoints, now()),
        DeliveryPause.of(new CustomerReader(view), customerId),
        page.next(),
        shards.historyFrom());
  }

  /** Whether the queried endpoint or subscription belongs to the customer. */
  private boolean isVisible(ShardView view, MessageQuery query) {
    SubscriptionId id = query.subscription();
    Subscription subscription = id == null ? null : shards.subscriptions().get(id);
    if (subscription != null && !subscription.customerId().equals(query.customerId())) {
      return false;
    }
    EndpointId endpoint = query.endpoint();
    return endpoint == null || endpoints(view).get(query.customerId(), endpoint, 0) != null;
  }

  private Map<EndpointId, EndpointView> endpoints(
      ShardView view, String customerId, Set<EndpointId> ids, long now) {
    EndpointReader reader = endpoints(view);
    Map<EndpointId, EndpointView> found = new HashMap<>();
    for (EndpointId id : ids) {
      EndpointView endpoint = reader.get(customerId, id, now);
      if (endpoint != null) {
        found.put(id, endpoint);
      }
    }
    return found;
  }

  /** The progress of a bulk replay or cancellation. */
  public Optional<BulkStatus> bulkJob(String customerId, long jobId) {
    return BulkStatus.of(
        this.<@Nullable BulkProgress>readEach(view -> new History(view).bulk(customerId, jobId)));
  }

  // Events.

  /** A customer's event by its event id. */
  public Optional<Partial<EventRecord>> event(String customerId, String eventId) {
    Partial.Missed missed = new Partial.Missed();
    List<EventRecord> copies =
        shards
            .<@Nullable EventRecord>readEach(missed::add, view -> event(view, customerId, eventId))
            .stream()
            .filter(Objects::nonNull)
            .toList();
    if (copies.isEmpty() && !missed.isEmpty()) {
      throw missed.refusal();
    }
    return copies.isEmpty() ? Optional.empty() : Optional.of(missed.of(EventRecord.join(copies)));
  }

  private static @Nullable EventRecord event(ShardView view, String customerId, String eventId) {
    History history = new History(view);
    EventKey key = history.eventKey(customerId, eventId);
    return key == null ? null : EventRecord.read(history, customerId, key);
  }

  /**
   * A page of a customer's events, newest first, without their states.
   *
   * @param before the position that the page starts after; null for the first page
   */
  public Partial<EventPage> events(String customerId, @Nullable EventKey before, int limit) {
    Partial.Missed missed = new Partial.Missed();
    List<EventPart> parts =
        shards.readEach(
            missed::add,
            view ->
                EventPart.read(new History(view), customerId, before, limit, shards.isSingle()));
    return missed.of(EventPage.join(parts, limit, shards.historyFrom()));
  }

  /** An event with its states, and when it was accepted. */
  public record RecentEvent(Event event, long acceptedAt) {}

  /** The newest events of a customer that still have their states, from reachable nodes. */
  public List<RecentEvent> recentEvents(String customerId, int most) {
    List<RecentEvent> found = new ArrayList<>();
    Set<String> seen = new HashSet<>(); // an event may have a copy in each shard
    List<History.EventRow> rows =
        readPartly(view -> new History(view).events(customerId, null, most)).value();
    for (History.EventRow row : rows) {
      Event event = row.event().event();
      if (row.event().hasPayload() && seen.add(event.id())) {
        found.add(new RecentEvent(event, row.key().acceptedAt()));
      }
    }
    return found;
  }

  // The audit.

  /**
   * A page of the audit log, newest first.
   *
   * @param customerId the customer whose lines to return; null for all
   * @param behind the line that the page starts after; null for the first page
   */
  public Partial<AuditPage> audit(
      @Nullable String customerId, AuditPage.@Nullable Place behind, int limit) {
    Partial.Missed missed = new Partial.Missed();
    List<AuditPage.Line> found = new ArrayList<>();
    AuditPage.Place next = collectAudit(missed, customerId, behind, limit, found);
    return missed.of(new AuditPage(found, next));
  }

  private AuditPage.@Nullable Place collectAudit(
      Partial.Missed missed,
      @Nullable String customerId,
      AuditPage.@Nullable Place behind,
      int limit,
      List<AuditPage.Line> found) {
    AuditPage.Place last = behind;
    for (int examined = 0; examined < EXAMINED; examined += AUDIT_AT_ONCE) {
      AuditPage.Place from = last;
      AuditPosition before = from == null ? null : from.before();
      AuditPage.Step some =
          AuditPage.join(
              shards.readEach(
                  missed::add, view -> new Directory(view).audit(before, AUDIT_AT_ONCE)),
              AUDIT_AT_ONCE,
              from);
      for (AuditPage.Line line : some.lines()) {
        if (found.size() == limit) {
          return last;
        }
        last = line.place();
        if (customerId == null || customerId.equals(line.entry().customerId())) {
          found.add(line);
        }
      }
      if (!some.more()) {
        return null;
      }
    }
    return last;
  }

  // Reading shards.

  private long now() {
    return wallMillis.getAsLong();
  }

  private <T> Partial<T> readPartly(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    return missed.of(shards.readMerged(missed::add, reader));
  }

  private <T extends @Nullable Object> T read(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> value = shards.readMerged(missed::add, view -> attempt(view, reader, failure));
    check(missed, failure);
    return value.getFirst();
  }

  private <T extends @Nullable Object> List<T> readEach(Function<ShardView, T> reader) {
    Partial.Missed missed = new Partial.Missed();
    AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    List<T> values = new ArrayList<>();
    shards.readEach(missed::add, view -> attempt(view, reader, failure)).forEach(values::addAll);
    check(missed, failure);
    return values;
  }

  /** The value as a list; empty if the reader failed, which is recorded. */
  private static <T extends @Nullable Object> List<T> attempt(
      ShardView view,
      Function<ShardView, T> reader,
      AtomicReference<@Nullable RuntimeException> failure) {
    try {
      return Collections.singletonList(reader.apply(view));
    } catch (RuntimeException e) {
      failure.set(e);
      return List.of();
    }
  }

  /** Unreachable nodes take precedence over a reader's failure, which may be their consequence. */
  private static void check(
      Partial.Missed missed, AtomicReference<@Nullable RuntimeException> failure) {
    if (!missed.isEmpty()) {
      throw missed.refusal();
    }
    RuntimeException failed = failure.get();
    if (failed != null) {
      throw failed;
    }
  }
}
