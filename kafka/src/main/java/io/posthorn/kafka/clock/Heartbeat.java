package io.posthorn.kafka.clock;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.kafka.topic.TopicsException;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/**
 * The heartbeat of a node: a record in a topic to which the brokers give the time. The
 * acknowledgement has that time, so nothing has to be read.
 */
public final class Heartbeat {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Producer<byte[], byte[]> producer;
  private final String topic;
  private final byte[] node;
  private final ComparedClock clock;
  private final Supplier<byte[]> report;

  /**
   * A heartbeat.
   *
   * @param node the node's address, as the record's key
   * @param report makes the record's value, which all nodes read
   */
  public Heartbeat(
      Producer<byte[], byte[]> producer,
      String topic,
      String node,
      ComparedClock clock,
      Supplier<byte[]> report) {
    this.producer = producer;
    this.topic = topic;
    this.node = node.getBytes(UTF_8);
    this.clock = clock;
    this.report = report;
  }

  /** Writes one heartbeat; its acknowledgement compares the clocks. */
  public void run() {
    long requestedAt = clock.monotonicNanos();
    var _ =
        producer.send(
            new ProducerRecord<>(topic, 0, node, report.get()),
            (metadata, error) -> {
              if (error == null) {
                clock.compare(requestedAt, metadata.timestamp());
              }
            });
  }

  /**
   * Compares the clocks before the node takes any shard: without an agreement there is no time to
   * continue from.
   *
   * @throws TopicsException if they disagree
   */
  public void first() throws InterruptedException {
    long deadline = System.nanoTime() + TIMEOUT.toNanos();
    while (!clock.compared()) { // the first request also finds the leader, which makes it inexact
      if (System.nanoTime() > deadline) {
        throw new TopicsException(
            "The brokers respond too slowly to compare clocks; check them, then start again.");
      }
      exchange();
    }
    String difference = clock.difference();
    if (difference != null) {
      throw new TopicsException(difference + ": correct it, or the broker's, then start again.");
    }
  }

  private void exchange() throws InterruptedException {
    try {
      long requestedAt = clock.monotonicNanos();
      RecordMetadata metadata =
          producer
              .send(new ProducerRecord<>(topic, 0, node, new byte[0]))
              .get(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
      clock.compare(requestedAt, metadata.timestamp());
    } catch (ExecutionException | TimeoutException e) {
      throw new TopicsException("Cannot write to topic " + topic + ".", e);
    }
  }
}
