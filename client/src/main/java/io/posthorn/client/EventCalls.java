package io.posthorn.client;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.posthorn.client.model.AcceptedEvent;
import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.model.EventDetails;
import io.posthorn.client.model.EventSummary;
import io.posthorn.client.request.EventFilter;
import io.posthorn.client.request.NewEvent;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The calls that post events and look them up.
 *
 * <p>An event without an id gets a random one before it is sent, so that retries do not duplicate
 * it. With {@link CallRetryPolicy#NONE} the server assigns the id instead.
 */
public final class EventCalls {
  /** The server's limit per call. */
  private static final int MAX_BATCH_EVENTS = 1_000;

  private static final int MAX_BATCH_BYTES = 16 << 20;

  private final ApiTransport transport;

  EventCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** Sends an event; returns its id once the event is durable. */
  public String send(NewEvent event) {
    return sendAll(List.of(event)).getFirst();
  }

  /**
   * Sends events, in batches of up to 1,000 events and 16 MiB; returns their ids once all are
   * durable. If that fails in between, the batches before the one that failed are accepted: events
   * with their own ids can then be sent again safely.
   */
  public List<String> sendAll(Iterable<NewEvent> events) {
    List<String> ids = new ArrayList<>();
    sendAll(events, batch -> batch.forEach(event -> ids.add(event.id())));
    return List.copyOf(ids);
  }

  /**
   * Sends events in batches and reports each accepted batch. Events are taken from the iterable as
   * needed.
   *
   * @param accepted gets the events of each batch, in their order
   */
  public void sendAll(Iterable<NewEvent> events, Consumer<List<AcceptedEvent>> accepted) {
    Batch batch = new Batch();
    for (NewEvent event : events) {
      NewEvent named = named(event);
      if (!batch.fits(named)) {
        accepted.accept(post(batch));
        batch = new Batch();
      }
      batch.add(named);
    }
    if (batch.count > 0) {
      accepted.accept(post(batch));
    }
  }

  /** Evaluates events without storing or sending anything; at most 1,000 events. */
  public List<DryRunResult> dryRun(List<NewEvent> events) {
    Batch batch = new Batch();
    events.forEach(batch::add);
    return transport.list(
        ApiRequest.post("events").with("dryRun", true).body(batch.toBytes()).repeatable(true),
        "events",
        DryRunResult.class);
  }

  /** The accepted events, newest first. */
  public PagedList<EventSummary> list() {
    return list(EventFilter.all());
  }

  /** The accepted events that a filter selects, newest first. */
  public PagedList<EventSummary> list(EventFilter filter) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("events")
                    .with(filter.parameters())
                    .with("limit", limit)
                    .with("cursor", cursor),
                "data",
                EventSummary.class));
  }

  /** An event with its states and messages, by the id it was sent with. */
  public EventDetails get(String id) {
    return transport.call(ApiRequest.get("events", id), EventDetails.class);
  }

  private NewEvent named(NewEvent event) {
    return event.id() != null || transport.retries().maxAttempts() == 1
        ? event
        : event.withId(UUID.randomUUID().toString());
  }

  private List<AcceptedEvent> post(Batch batch) {
    return transport
        .call(
            ApiRequest.post("events").body(batch.toBytes()).repeatable(batch.allNamed),
            Accepted.class)
        .events();
  }

  private record Accepted(@JsonProperty("events") List<AcceptedEvent> events) {}

  /** A JSON array of events that go out in one call. */
  private static final class Batch {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private int count;
    private boolean allNamed = true;

    boolean fits(NewEvent event) {
      return count == 0
          || (count < MAX_BATCH_EVENTS && bytes.size() + event.size() + 2 <= MAX_BATCH_BYTES);
    }

    void add(NewEvent event) {
      bytes.write(count == 0 ? '[' : ',');
      bytes.writeBytes(event.json());
      allNamed &= event.id() != null;
      count++;
    }

    byte[] toBytes() {
      if (count == 0) {
        bytes.write('[');
      }
      bytes.write(']');
      return bytes.toByteArray();
    }
  }
}
