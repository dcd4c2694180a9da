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
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.jspecify.annotations.Nullable;

/**
 * Reads a topic of one partition with a thread of its own: what is committed, in its order, for as
 * long as the node lives.
 *
 * <p>Its position is the offset of the next record; it moves past what was never committed, too.
 * Every answer of a broker is noted as a contact, also one without records.
 */
public final class TopicReader implements AutoCloseable {
  private static final Duration POLL = Duration.ofMillis(500);

  /** Nothing is committed here, and a fetch under way would be waited for: half a second. */
  private static final CloseOptions AT_ONCE = CloseOptions.timeout(Duration.ZERO);

  private final Consumer<byte[], byte[]> consumer;
  private final TopicPartition partition;
  private final BrokerContact contact;
  private final Sink sink;
  private final Thread thread;
  private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition moved = lock.newCondition();
  private volatile long position;
  private volatile boolean closing;
  private double fetchesSeen;

  /** Is shown each record, by the reader's thread. */
  @FunctionalInterface
  public interface Sink {
    void accept(ConsumerRecord<byte[], byte[]> record);
  }

  /** Where a reader begins. */
  public enum Start {
    /** All that there is, and then what comes. */
    BEGINNING,
    /** What comes from now on. */
    END
  }

  /** Opens a reader and finds its place; its thread is not running yet. */
  public TopicReader(
      Map<String, Object> settings, String topic, Start start, BrokerContact contact, Sink sink) {
    this(new KafkaConsumer<>(settings), topic, start, contact, sink);
  }

  /** The same with a consumer, which belongs to the reader from then on. */
  TopicReader(
      Consumer<byte[], byte[]> consumer,
      String topic,
      Start start,
      BrokerContact contact,
      Sink sink) {
    this.consumer = consumer;
    this.contact = contact;
    this.sink = sink;
    partition = new TopicPartition(topic, 0);
    consumer.assign(List.of(partition));
    if (start == Start.BEGINNING) {
      consumer.seekToBeginning(List.of(partition));
    } else {
      consumer.seekToEnd(List.of(partition));
    }
    position = consumer.position(partition); // seeks are lazy: this asks the broker
    thread = Thread.ofPlatform().daemon().name("reader " + topic).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** The offset of the next record. */
  public long position() {
    return position;
  }

  /** Completed when the thread has ended; exceptionally where it failed. */
  public CompletableFuture<@Nullable Void> ended() {
    return ended;
  }

  /**
   * Waits until everything before an offset was shown to the sink.
   *
   * @return whether that happened in time
   */
  public boolean await(long offset, Duration timeout) throws InterruptedException {
    if (position >= offset) {
      return true;
    }
    long left = timeout.toNanos();
    lock.lockInterruptibly();
    try {
      while (position < offset && left > 0 && !ended.isDone()) {
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
        noteContact();
        moveOn();
      }
      ended.complete(null);
    } catch (WakeupException e) {
      ended.complete(null);
    } catch (Throwable e) { // a reader that is gone must never go unnoticed
      ended.completeExceptionally(e);
    } finally {
      try {
        consumer.close(AT_ONCE);
      } finally {
        move(position); // wakes those who wait for what will not come any more
      }
    }
  }

  /**
   * After a change of leader the position is unknown until it was compared with the new one's: that
   * may take as long as brokers are away, and the old one stays true meanwhile.
   */
  private void moveOn() {
    try {
      move(consumer.position(partition, Duration.ZERO));
    } catch (TimeoutException e) {
      // The next round asks again.
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

  private void noteContact() {
    double fetches = fetches();
    if (fetches != fetchesSeen) {
      fetchesSeen = fetches;
      contact.heard();
    }
  }

  /** How many fetches the broker has answered. */
  private double fetches() {
    for (Map.Entry<MetricName, ? extends Metric> metric : consumer.metrics().entrySet()) {
      MetricName name = metric.getKey();
      if (name.name().equals("fetch-total") && name.tags().size() == 1) {
        return (Double) metric.getValue().metricValue();
      }
    }
    throw new IllegalStateException("Kafka's consumer does not count its fetches");
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
