package io.posthorn.kafka.directory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

final class TopicReaderTest {
  private static final String TOPIC = "directory";
  private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
  private static final Duration SOON = Duration.ofSeconds(60);

  /** A mock consumer that can lose its position, as after a leader change. */
  private static final class PositionLosingConsumer extends MockConsumer<byte[], byte[]> {
    private final MetricName fetches =
        new MetricName("fetch-total", "group", "", Map.of("client-id", "test"));
    final AtomicInteger refused = new AtomicInteger();
    volatile boolean inDoubt;

    PositionLosingConsumer() {
      super("earliest");
      updateBeginningOffsets(Map.of(PARTITION, 0L));
    }

    @Override
    public synchronized long position(TopicPartition partition) {
      return position(partition, Duration.ofSeconds(60));
    }

    @Override
    public synchronized long position(TopicPartition partition, Duration timeout) {
      if (inDoubt) {
        refused.incrementAndGet();
        throw new TimeoutException("the position cannot be determined within " + timeout);
      }
      return super.position(partition);
    }

    @Override
    public synchronized Map<MetricName, ? extends Metric> metrics() {
      return Map.of(
          fetches,
          new Metric() {
            @Override
            public MetricName metricName() {
              return fetches;
            }

            @Override
            public Object metricValue() {
              return 1.0;
            }
          });
    }
  }

  @Test
  void a_position_timeout_does_not_end_the_reader() throws Exception {
    List<Long> shown = new CopyOnWriteArrayList<>();
    PositionLosingConsumer consumer = new PositionLosingConsumer();
    try (TopicReader reader =
        new TopicReader(
            consumer,
            TOPIC,
            TopicReader.Start.BEGINNING,
            new BrokerConnectivity(System::nanoTime),
            record -> shown.add(record.offset()))) {
      reader.start();
      consumer.addRecord(record(0));
      assertThat(reader.await(1, SOON)).isTrue();

      consumer.inDoubt = true;
      await().atMost(SOON).until(() -> consumer.refused.get() >= 2);
      assertThat(reader.position()).isEqualTo(1);
      consumer.inDoubt = false;
      consumer.addRecord(record(1));

      assertThat(reader.await(2, SOON)).isTrue();
      assertThat(shown).containsExactly(0L, 1L);
      assertThat(reader.termination()).isNotDone();
    }
  }

  private static ConsumerRecord<byte[], byte[]> record(long offset) {
    return new ConsumerRecord<>(TOPIC, 0, offset, new byte[1], new byte[1]);
  }
}
