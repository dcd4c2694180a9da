package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.engine.ExpiringMarks;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.ClusterMarks;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Future;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

/** The limit of test requests, on two nodes. */
final class TestLimitTest {
  private final ExpiringMarks marks = new ExpiringMarks.InMemory();
  private long now = 1_000_000;
  private final InstantSource source = () -> Instant.ofEpochMilli(now);
  private final Clock clock = source.withZone(ZoneOffset.UTC);
  private final TestLimit one = new TestLimit(clock, marks);
  private final TestLimit other = new TestLimit(clock, marks);

  @Test
  void test_requests_are_limited_to_10_a_minute_per_customer_over_all_nodes() {
    for (int i = 0; i < 5; i++) {
      assertThat(one.take("acme")).isEmpty();
      assertThat(other.take("acme")).isEmpty();
    }

    assertThat(one.take("acme")).contains(Duration.ofMinutes(1));
    assertThat(other.take("acme")).contains(Duration.ofMinutes(1));
    assertThat(other.take("beta")).isEmpty();
  }

  @Test
  void two_nodes_that_read_each_others_marks_in_the_directory_share_the_limit() {
    List<ClusterMarks.Known> nodes = List.of(new ClusterMarks.Known(), new ClusterMarks.Known());
    TestLimit here = new TestLimit(clock, node(nodes.get(0), nodes));
    TestLimit there = new TestLimit(clock, node(nodes.get(1), nodes));

    for (int i = 0; i < 5; i++) {
      assertThat(here.take("acme")).isEmpty();
      assertThat(there.take("acme")).isEmpty();
    }

    assertThat(here.take("acme")).contains(Duration.ofMinutes(1));
    assertThat(there.take("acme")).contains(Duration.ofMinutes(1));
    now += 60_000;
    assertThat(there.take("acme")).isEmpty();
  }

  /** The marks of one node; what it writes to the directory topic reaches all nodes. */
  private static ClusterMarks node(ClusterMarks.Known own, List<ClusterMarks.Known> nodes) {
    Producer<byte[], byte[]> directory =
        new MockProducer<>(true, null, new ByteArraySerializer(), new ByteArraySerializer()) {
          @Override
          public synchronized Future<RecordMetadata> send(
              ProducerRecord<byte[], byte[]> record, Callback callback) {
            nodes.forEach(node -> node.apply(record.key(), record.value()));
            return super.send(record, callback);
          }
        };
    return new ClusterMarks(directory, "directory", own, new BrokerConnectivity(() -> 0));
  }

  @Test
  void another_test_request_is_allowed_after_a_minute() {
    for (int i = 0; i < 10; i++) {
      assertThat(one.take("acme")).isEmpty();
      now += 1_000;
    }

    assertThat(other.take("acme")).contains(Duration.ofSeconds(50));
    now += 50_000;
    assertThat(other.take("acme")).isEmpty();
    assertThat(one.take("acme")).contains(Duration.ofSeconds(1));
  }
}
