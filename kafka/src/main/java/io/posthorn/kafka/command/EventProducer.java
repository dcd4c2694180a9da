package io.posthorn.kafka.command;

import io.posthorn.core.event.Event;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.kafka.task.EventRouter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The producer of events: matches them, and writes each once to every shard concerned. A call is
 * accepted when the brokers have acknowledged all of its records. If they acknowledge only some,
 * the caller has to repeat it: shards know the ids of the events that they have.
 */
public final class EventProducer {
  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final EventRouter router;
  private final ShardBacklog backlog;
  private final WaitingMessageCounts waitingMessages;
  private final int mostEvents;
  private final long mostBytes;
  private final AtomicInteger events = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean closed;

  /**
   * A producer.
   *
   * @param topic the topic of the shards
   * @param mostEvents events that may wait for acknowledgement; a single call may exceed it
   * @param mostBytes their total size
   */
  public EventProducer(
      Producer<byte[], byte[]> producer,
      String topic,
      EventRouter router,
      ShardBacklog backlog,
      WaitingMessageCounts waitingMessages,
      int mostEvents,
      long mostBytes) {
    this.producer = producer;
    this.topic = topic;
    this.router = router;
    this.backlog = backlog;
    this.waitingMessages = waitingMessages;
    this.mostEvents = mostEvents;
    this.mostBytes = mostBytes;
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
    for (Event event : given) {
      receipts.add(new Reply.Receipt(event.id(), MatchedEvent.NO_KEY, false));
    }
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    long weight = 0;
    List<EventRouter.Routed> routes = router.route(given);
    String over = overLimit(routes);
    if (over != null) {
      return CompletableFuture.completedFuture(new Reply.OverLimit(over, waitingMessages.limit()));
    }
    for (EventRouter.Routed routed : routes) {
      backlog.check(routed.shard());
      byte[] value = CommandCodec.encode(routed.command());
      weight += value.length;
      records.add(new ProducerRecord<>(topic, routed.shard(), null, value));
    }
    takeCapacity(given.size(), weight);
    Call call = new Call(records.size(), given.size(), weight, new Reply.Accepted(receipts));
    records.forEach(record -> write(record, call));
    return call.reply;
  }

  /** A customer at its limit of waiting messages that would get more, or null. */
  private @Nullable String overLimit(List<EventRouter.Routed> routes) {
    if (!waitingMessages.limited()) {
      return null;
    }
    for (EventRouter.Routed routed : routes) {
      for (MatchedEvent event : routed.command().events()) {
        String customer = event.event().customerId();
        if (!event.matched().isEmpty() && waitingMessages.atLimit(customer)) {
          return customer;
        }
      }
    }
    return null;
  }

  private void takeCapacity(int count, long weight) {
    int eventsNow = events.addAndGet(count);
    long bytesNow = bytes.addAndGet(weight);
    boolean full = eventsNow > mostEvents || bytesNow > mostBytes;
    if (full && eventsNow > count) {
      events.addAndGet(-count);
      bytes.addAndGet(-weight);
      throw new RefusedException(Refusal.INTAKE_FULL);
    }
  }

  private void write(ProducerRecord<byte[], byte[]> record, Call call) {
    try {
      var _ =
          producer.send(
              record,
              (metadata, error) -> {
                if (error == null) {
                  backlog.wrote(record.partition(), record.value().length);
                }
                call.acknowledged(error);
              });
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
