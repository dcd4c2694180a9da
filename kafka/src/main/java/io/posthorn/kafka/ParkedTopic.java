package io.posthorn.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.kafka.task.ParkedWriter;
import io.posthorn.kafka.task.PauseControl;
import io.posthorn.kafka.task.ShardInput;
import io.posthorn.kafka.topic.TopicsException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;

/**
 * The parked topic, for operators: lists, retries and drops its entries. It works beside running
 * nodes and without them.
 */
public final class ParkedTopic {
  private static final Duration POLL = Duration.ofMillis(500);

  private final NodeSettings settings;
  private final Clients clients;

  public ParkedTopic(NodeSettings settings) {
    this.settings = settings;
    clients = new Clients(settings);
  }

  /**
   * A parked record or a paused shard.
   *
   * @param name names it in commands: the source of a record, or {@code shard-} and its number
   * @param at when it was parked, in milliseconds
   */
  public record Entry(String name, String what, String reason, long at) {}

  /**
   * All entries, the oldest first.
   *
   * @throws TopicsException if the brokers do not respond
   */
  public List<Entry> list() {
    List<Entry> entries = new ArrayList<>();
    for (ConsumerRecord<byte[], byte[]> record : read().values()) {
      entries.add(
          new Entry(
              name(record),
              ParkedWriter.what(record.headers()),
              ParkedWriter.reason(record.headers()),
              record.timestamp()));
    }
    return entries;
  }

  /**
   * Has an entry processed again: writes the record to its topic again, or runs the shard. A record
   * of events that is written twice, because this call was repeated, has no second effect: events
   * have ids. A command has none, and is executed twice.
   *
   * @throws TopicsException if the entry does not exist
   */
  public void retry(String name) {
    decide(name, PauseControl.RETRY);
  }

  /**
   * Removes a record for good. A paused shard continues without the record that paused it, which is
   * then parked under its own name.
   *
   * @throws TopicsException if the entry does not exist
   */
  public void drop(String name) {
    decide(name, PauseControl.DROP);
  }

  private void decide(String name, PauseControl control) {
    ConsumerRecord<byte[], byte[]> entry = read().get(name);
    if (entry == null) {
      throw new TopicsException("Nothing is parked under the name " + name + ".");
    }
    int shard = ParkedWriter.shardOf(name);
    try (Producer<byte[], byte[]> producer = new KafkaProducer<>(clients.producer())) {
      if (shard >= 0) {
        ProducerRecord<byte[], byte[]> record =
            new ProducerRecord<>(settings.names().shards(), shard, null, new byte[0]);
        control.stamp(record.headers());
        write(producer, record);
        return; // the shard removes the entry when it runs
      }
      if (control == PauseControl.RETRY) {
        write(producer, again(ShardInput.decode(entry.value())));
      }
      write(producer, new ProducerRecord<>(settings.names().parked(), 0, entry.key(), null));
    }
  }

  private ProducerRecord<byte[], byte[]> again(ShardInput input) {
    return new ProducerRecord<>(
        input.topic(), input.partition(), null, null, input.value(), input.headers());
  }

  private static void write(
      Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record) {
    try {
      var _ = producer.send(record).get();
    } catch (ExecutionException e) {
      throw new TopicsException("Cannot write to topic " + record.topic() + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TopicsException("The command was interrupted.", e);
    }
  }

  /** The current entries, by name. */
  private Map<String, ConsumerRecord<byte[], byte[]>> read() {
    Map<String, ConsumerRecord<byte[], byte[]>> entries = new LinkedHashMap<>();
    TopicPartition partition = new TopicPartition(settings.names().parked(), 0);
    try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(clients.reader())) {
      consumer.assign(List.of(partition));
      consumer.seekToBeginning(List.of(partition));
      long end = consumer.endOffsets(List.of(partition)).getOrDefault(partition, 0L);
      while (consumer.position(partition) < end) {
        for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
          entries.remove(name(record)); // a later entry of the same name comes last
          if (record.value() != null) {
            entries.put(name(record), record);
          }
        }
      }
    } catch (KafkaException e) {
      throw new TopicsException("The topic " + partition.topic() + " cannot be read.", e);
    }
    return entries;
  }

  private static String name(ConsumerRecord<byte[], byte[]> record) {
    return new String(record.key(), UTF_8);
  }
}
