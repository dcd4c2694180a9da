package io.posthorn.kafka.task;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.event.BodyKind;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventLimits;
import io.posthorn.core.event.EventParser;
import io.posthorn.core.event.IntakeContext;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.input.InvalidInputException;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/**
 * The processor of the ingest topic. It forwards valid events to the intake, keyed by customer and
 * event id, and copies invalid records to the rejected topic with the reason, so that a bad record
 * never blocks the others.
 */
final class IngestProcessor implements Processor<byte[], byte[], byte[], byte[]> {
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
      for (Event event : events(record)) {
        forward(given, event);
      }
    } catch (InvalidInputException e) {
      RecordMetadata place = given.recordMetadata().orElse(null);
      given.forward(
          Rejection.of(record, e.errors(), place, given.currentSystemTimeMs()), Sinks.REJECTED);
      host.localShards().rejectedOne();
    }
  }

  private List<Event> events(Record<byte[], byte[]> record) {
    byte @Nullable [] body = record.value();
    if (body == null || body.length == 0) {
      throw refusal("The record is empty; write one event as JSON.");
    }
    Instant now = Instant.ofEpochMilli(host.time().wallMillis());
    IntakeContext intake =
        new IntakeContext(null, now, IngestProcessor::newId, null, EventLimits.DEFAULT);
    List<Event> events = EventParser.parse(body, BodyKind.JSON, intake);
    for (Event event : events) {
      if (!exists(event.customerId()) && !existsByNow(event.customerId())) {
        throw refusal("Customer " + event.customerId() + " does not exist.");
      }
    }
    return events;
  }

  private boolean exists(String customerId) {
    return new Directory(host.directory()).customerSince(customerId) != null;
  }

  /**
   * Whether the customer exists after this node has caught up with the directory: it may be new.
   */
  private boolean existsByNow(String customerId) {
    if (unknownCustomers.has(customerId, host.time().monotonicNanos())) {
      return false;
    }
    try {
      host.directoryLog().catchUpWithCommitted();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the directory", e);
    }
    boolean exists = exists(customerId);
    if (!exists) {
      unknownCustomers.note(customerId, host.time().monotonicNanos());
    }
    return exists;
  }

  private static InvalidInputException refusal(String sentence) {
    return new InvalidInputException(List.of(new FieldError("", sentence)));
  }

  private static String newId() {
    return "evt_" + UUID.randomUUID().toString().replace("-", "");
  }

  private void forward(ProcessorContext<byte[], byte[]> given, Event event) {
    int partition =
        IntakeBatch.partition(event.customerId(), event.id(), host.assignment().shards());
    RecordHeaders headers = new RecordHeaders();
    IntakeBatch.stamp(headers, host.directoryLog().position());
    given.forward(
        new Record<>(
            Sinks.partitionKey(partition),
            IntakeBatch.encode(event),
            given.currentSystemTimeMs(),
            headers),
        Sinks.INGEST_INTAKE);
  }
}
