package io.posthorn.kafka.command;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.directory.DirectoryLog;
import io.posthorn.kafka.task.IntakeBatch;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The producer of events: writes them to the intake topic, one record per partition. A call is
 * accepted when the brokers have acknowledged all of its records.
 */
public final class EventProducer {
  /** Events of one call are split over records of about this size; one event always fits. */
  private static final int RECORD_BYTES = 1 << 20;

  /** The intake shard makes the event key; the caller does not know it. */
  private static final EventKey UNKNOWN = new EventKey(0, 0);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final int partitions;
  private final DirectoryLog directory;
  private final int mostEvents;
  private final long mostBytes;
  private final AtomicInteger events = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closed;

  /**
   * A producer.
   *
   * @param mostEvents events that may wait for acknowledgement; a single call may exceed it
   * @param mostBytes their total size
   */
  public EventProducer(
      Producer<byte[], byte[]> producer,
      String topic,
      int partitions,
      DirectoryLog directory,
      int mostEvents,
      long mostBytes) {
    this.producer = producer;
    this.topic = topic;
    this.partitions = partitions;
    this.directory = directory;
    this.mostEvents = mostEvents;
    this.mostBytes = mostBytes;
  }

  /** Some events of one partition. */
  private static final class Batch {
    private final List<byte[]> events = new ArrayList<>();
    private long weight;
  }

  /** A call and its outstanding acknowledgements. */
  private final class Call {
    private final CompletableFuture<Reply> reply = new CompletableFuture<>();
    private final AtomicInteger open;
    private final int count;
    private final long weight;
    private final Reply.Accepted accepted;

    Call(int records, int count, long weight, Reply.Accepted accepted) {
      open = new AtomicInteger(records);
      this.count = count;
      this.weight = weight;
      this.accepted = accepted;
    }

    void acknowledged(@Nullable Throwable error) {
      if (error != null) {
        reply.completeExceptionally(
            RefusedException.outcomeUnknown(
                "Kafka did not acknowledge the events: post them again, with the same ids.",
                error));
      }
      if (open.decrementAndGet() == 0) {
        events.addAndGet(-count);
        bytes.addAndGet(-weight);
        reply.complete(accepted); // no effect after a failure
      }
    }
  }

  /**
   * Accepts events.
   *
   * @throws RefusedException if they cannot be accepted now
   */
  public CompletableFuture<Reply> accept(List<Event> given) {
    if (closed) {
      throw new RefusedException(Refusal.STOPPED);
    }
    List<Reply.Receipt> receipts = new ArrayList<>(given.size());
    SortedMap<Integer, List<Batch>> batches = new TreeMap<>();
    long weight = 0;
    for (Event event : given) {
      byte[] encoded = EventCodec.encode(event);
      weight += encoded.length;
      int partition = IntakeBatch.partition(event.customerId(), event.id(), partitions);
      add(batches.computeIfAbsent(partition, p -> new ArrayList<>()), encoded);
      receipts.add(new Reply.Receipt(event.id(), UNKNOWN, false));
    }
    awaitCapacity(given.size(), weight);
    int records = 0;
    for (List<Batch> ofPartition : batches.values()) {
      records += ofPartition.size();
    }
    Call call = new Call(records, given.size(), weight, new Reply.Accepted(receipts));
    batches.forEach((partition, all) -> all.forEach(batch -> write(partition, batch, call)));
    return call.reply;
  }

  private static void add(List<Batch> batches, byte[] encoded) {
    if (batches.isEmpty() || batches.getLast().weight + encoded.length > RECORD_BYTES) {
      batches.add(new Batch());
    }
    Batch last = batches.getLast();
    last.events.add(encoded);
    last.weight += encoded.length;
  }

  private void awaitCapacity(int count, long weight) {
    int eventsNow = events.addAndGet(count);
    long bytesNow = bytes.addAndGet(weight);
    boolean full = eventsNow > mostEvents || bytesNow > mostBytes;
    if (full && eventsNow > count) {
      events.addAndGet(-count);
      bytes.addAndGet(-weight);
      throw new RefusedException(Refusal.INTAKE_FULL);
    }
  }

  private void write(int partition, Batch batch, Call call) {
    try {
      ProducerRecord<byte[], byte[]> record =
          new ProducerRecord<>(topic, partition, null, IntakeBatch.encode(batch.events));
      IntakeBatch.stamp(record.headers(), directory.position());
      var _ = producer.send(record, (metadata, error) -> call.acknowledged(error));
    } catch (RuntimeException e) {
      call.acknowledged(e);
    }
  }

  /** Events that wait for acknowledgement. */
  public int waiting() {
    return events.get();
  }

  public void close() {
    closed = true;
  }
}
