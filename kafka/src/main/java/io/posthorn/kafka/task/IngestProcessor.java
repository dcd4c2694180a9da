package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import io.posthorn.core.event.Traceparent;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.engine.error.RefusedException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The processor of the ingest topic. It forwards valid events to the shards of the subscriptions
 * that they match, copies invalid records to the rejected topic with the reason, and parks records
 * that the rules fail on, so that a bad record never blocks the others.
 */
final class IngestProcessor implements Processor<byte[], byte[], byte[], byte[]> {
  private static final Logger LOG = System.getLogger(IngestProcessor.class.getName());

  private static final String INVALID = "invalid_request";
  private static final String UNKNOWN_CUSTOMER = "unknown_customer";
  private static final String RATE_LIMITED = "rate_limited";

  /** Of a record that is too large to be parked as a whole. */
  private static final String INTERNAL_ERROR = "internal_error";

  private final TaskContext host;
  private final UnknownCustomerCache unknownCustomers = new UnknownCustomerCache();
  private @Nullable ProcessorContext<byte[], byte[]> context;

  IngestProcessor(TaskContext host) {
    this.host = host;
  }

  @Override
  public void init(ProcessorContext<byte[], byte[]> given) {
    context = given;
  }

  @Override
  public void process(Record<byte[], byte[]> record) {
    ProcessorContext<byte[], byte[]> given = context;
    if (given == null) {
      throw new IllegalStateException("received a record before init()");
    }
    try {
      List<Event> events = events(record);
      String unknown = unknownCustomer(events);
      if (unknown != null) {
        rejectOrDefer(given, record, unknown);
        return;
      }
      host.rate().take(events);
      List<Record<byte[], byte[]>> routed =
          host.router().route(events).stream().map(one -> toShard(given, one)).toList();
      routed.forEach(one -> given.forward(one, Sinks.INGEST_SHARDS));
    } catch (InvalidInputException e) {
      reject(given, record, INVALID, e.errors());
    } catch (RefusedException e) {
      reject(given, record, RATE_LIMITED, List.of(new FieldError("", e.detail())));
    } catch (KafkaException e) {
      throw e; // for Streams, which replaces the thread
    } catch (RuntimeException | StackOverflowError e) {
      park(given, record, e);
    }
  }

  /** Parks a record that the rules fail on; nothing of it was forwarded. */
  private void park(
      ProcessorContext<byte[], byte[]> given, Record<byte[], byte[]> record, Throwable error) {
    ShardInput input = ShardInput.ofIngest(record, given.recordMetadata().orElseThrow());
    LOG.log(
        Level.ERROR,
        "The ingest topic's record %s cannot be processed; it is parked, see posthorn parked"
            .formatted(input.source()),
        error);
    if (Rejection.isWhole(record)) {
      new ParkedWriter(given, Sinks.INGEST_PARKED, input.partition())
          .park(input, "record of the ingest topic", ParkedWriter.reason(error));
    } else {
      reject(
          given, record, INTERNAL_ERROR, List.of(new FieldError("", ParkedWriter.reason(error))));
    }
  }

  private void reject(
      ProcessorContext<byte[], byte[]> given,
      Record<byte[], byte[]> record,
      String code,
      List<FieldError> errors) {
    RecordMetadata metadata = given.recordMetadata().orElse(null);
    given.forward(
        Rejection.of(record, code, errors, metadata, given.currentSystemTimeMs()), Sinks.REJECTED);
    host.localShards().rejectedOne();
  }

  private List<Event> events(Record<byte[], byte[]> record) {
    byte @Nullable [] body = record.value();
    if (body == null || body.length == 0) {
      throw new InvalidInputException("", "The record is empty; write one event as JSON.");
    }
    Instant now = Instant.ofEpochMilli(host.time().wallMillis());
    IntakeContext intake =
        new IntakeContext(
            null, now, IngestProcessor::newId, traceparent(record.headers()), EventLimits.DEFAULT);
    return EventParser.parse(body, BodyKind.JSON, intake);
  }

  /** The first customer that this node does not know; null if it knows all. */
  private @Nullable String unknownCustomer(List<Event> events) {
    for (Event event : events) {
      if (!exists(event.customerId())) {
        return event.customerId();
      }
    }
    return null;
  }

  /**
   * Rejects a record of an unknown customer, or writes it to the ingest topic again until this node
   * has read the whole directory: the customer may be new. A thread that runs shards must not wait.
   */
  private void rejectOrDefer(
      ProcessorContext<byte[], byte[]> given, Record<byte[], byte[]> record, String customer) {
    long now = host.time().wallMillis();
    // Never later than now: any producer may set it, and a time ahead would never be reached.
    long since = Math.min(now, DeferredRecord.since(record.headers()).orElse(now));
    boolean known = unknownCustomers.has(customer, host.time().monotonicNanos());
    if (!known
        && now - since < DeferredRecord.LONGEST.toMillis()
        && DeferredRecord.fits(record)
        && !host.freshness().hasReadUpTo(since)) {
      given.forward(DeferredRecord.of(record, since), Sinks.EVENTS);
      return;
    }
    if (exists(customer)) { // it was read just now
      process(record);
      return;
    }
    if (!known) {
      unknownCustomers.note(customer, host.time().monotonicNanos());
    }
    String reason = "Customer " + customer + " does not exist.";
    reject(given, record, UNKNOWN_CUSTOMER, List.of(new FieldError("", reason)));
  }

  /** The trace context of a record, as producers' instrumentation writes it; null if none. */
  private static @Nullable String traceparent(Headers headers) {
    Header header = headers.lastHeader("traceparent");
    return header == null || header.value() == null
        ? null
        : Traceparent.parse(new String(header.value(), ISO_8859_1)).orElse(null);
  }

  /**
   * Returns whether a customer exists and is not being erased: its events would vanish with it,
   * without a record.
   */
  private boolean exists(String customerId) {
    return new CustomerReader(host.directory()).exists(customerId);
  }

  private static String newId() {
    return "evt_" + UUID.randomUUID().toString().replace("-", "");
  }

  private static Record<byte[], byte[]> toShard(
      ProcessorContext<byte[], byte[]> given, EventRouter.Routed routed) {
    return new Record<>(
        Sinks.partitionKey(routed.shard()),
        CommandCodec.encode(routed.command()),
        given.currentSystemTimeMs());
  }
}
