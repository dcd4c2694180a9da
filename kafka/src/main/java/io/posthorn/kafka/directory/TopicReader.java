package io.posthorn.kafka.directory;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the committed records of a single-partition topic, in order, on its own thread.
 *
 * <p>The position is the offset of the next record; it moves past aborted records too. Every broker
 * response counts as contact, even without records.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  /**
   * The consumer has nothing to commit, and a normal close waits half a second for the current
   * fetch.
   */
  private static final CloseOptions AT_ONCE = CloseOptions.timeout(Duration.ZERO);

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final FetchResponses responses;
  private final Sink sink;
  private final Thread thread;
  private final CompletableFuture<@Nullable Void> termination = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private volatile long position;
  private volatile boolean closing;

  /** Receives each record, on the reader's thread. */
  @FunctionalInterface
  public interface Sink {
    void accept(ConsumerRecord<byte[], byte[]> record);
  }

  /** The start position of a reader. */
  public enum Start {
    /** All records, then new ones. */
    BEGINNING,
    /** New records only. */
    END
  }

  /** Opens a reader and finds its position; does not start its thread. */
  public TopicReader(
      Map<String, Object> settings,
      String topic,
      Start start,
      BrokerConnectivity contact,
      Sink sink) {
    this(new KafkaConsumer<>(settings), topic, start, contact, sink);
  }

  /** Creates a reader that owns the consumer. */
  TopicReader(
      Consumer<byte[], byte[]> consumer,
      String topic,
      Start start,
      BrokerConnectivity contact,
      Sink sink) {
    this.consumer = consumer;
    responses = new FetchResponses(consumer, contact);
    this.sink = sink;
    partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    if (start == Start.BEGINNING) {
      consumer.seekToBeginning(List.of(partition));
    } else {
      consumer.seekToEnd(List.of(partition));
    }
    position = consumer.position(partition); // seeks are lazy; this call asks the broker
    thread = Thread.ofPlatform().daemon().name("reader " + topic).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** The offset of the next record. */
  public long position() {
    return position;
  }

  /** Completes when the thread has termination; exceptionally if it failed. */
  public CompletableFuture<@Nullable Void> termination() {
    return termination;
  }

  /**
   * Waits until the sink has all records before an offset.
   *
   * @return false on timeout
   */
  public boolean await(long offset, Duration timeout) throws InterruptedException {
    if (position >= offset) {
      return true;
    }
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (position < offset && left > 0 && !termination.isDone()) {
        left = moved.awaitNanos(left);
      }
      return position >= offset;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      while (!closing) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          sink.accept(record);
        }
        responses.check();
        moveOn();
      }
      termination.complete(null);
    } catch (WakeupException e) {
      termination.complete(null);
    } catch (Throwable e) { // errors too: a dead reader must not go unnoticed
      termination.completeExceptionally(e);
    } finally {
      try {
        consumer.close(AT_ONCE);
      } finally {
        move(position); // wakes waiting threads, which would otherwise time out
      }
    }
  }

  /**
   * After a leader change the position is unknown until it is validated, which may take as long as
   * the brokers are down. The old position stays valid meanwhile.
   */
  private void moveOn() {
    try {
      move(consumer.position(partition, Duration.ZERO));
    } catch (TimeoutException e) {
      // Retried in the next round.
    }
  }

  private void move(long to) {
    lock.lock();
    try {
      position = to;
      moved.signalAll();
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    closing = true;
    if (thread.getState() == Thread.State.NEW) {
      consumer.close(AT_ONCE);
      return;
    }
    consumer.wakeup();
    try {
      thread.join(TimeUnit.SECONDS.toMillis(10));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
