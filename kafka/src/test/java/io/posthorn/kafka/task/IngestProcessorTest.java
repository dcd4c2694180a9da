package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class IngestProcessorTest {
  private static final String EVENT =
      """
      {"id":"%s","customerId":"default","objCode":"TASK","eventType":"UPDATE","newState":{"a":1}}
      """;

  private static final int LARGEST = TopicSettings.DEFAULT.maxMessageBytes();

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private TaskFixture stage;

  @BeforeEach
  void open() {
    stage = new TaskFixture(directory, Rules.DEFAULT);
    stage.tell(new Command.PutCustomer(stage.nextRequest(), KafkaSamples.CUSTOMER));
    stage.subscribe(1, "TASK");
  }

  @AfterEach
  void close() {
    stage.close();
  }

  @Test
  void an_event_at_the_door_is_sent() {
    stage.knock(EVENT.formatted("e1"));
    assertThat(stage.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void an_event_without_an_id_gets_one() {
    stage.knock(EVENT.formatted("e1").replace("\"id\":\"e1\",", ""));
    assertThat(stage.sender.next().send().event().id()).startsWith("evt_");
  }

  @Test
  void the_same_id_through_both_doors_makes_one_message() {
    stage.knock(EVENT.formatted("e1"));
    stage.post(KafkaSamples.event("e1", "TASK"));
    stage.knock(EVENT.formatted("e1"));
    assertThat(stage.sender.waiting()).isEqualTo(1);
  }

  @Test
  void a_bad_record_goes_to_rejected_with_its_reason_and_stops_nobody() {
    stage.knock("{\"objCode\": 7");
    stage.knock(EVENT.formatted("e1").replace("objCode", "objKode"));
    stage.knock(new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
    stage.knock(new byte[0]);
    stage.knock(EVENT.formatted("e2"));

    var rejected = stage.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(4);
    assertThat(new String(rejected.get(1).value(), UTF_8)).contains("objKode");
    assertThat(reason(rejected.get(1))).contains("/objKode");
    assertThat(reason(rejected.get(3)))
        .isEqualTo("The record is empty; it should hold one event as JSON.");
    assertThat(header(rejected.get(1), "posthorn-source")).isEqualTo("posthorn.events-0@1");
    assertThat(stage.sender.next().send().event().id()).isEqualTo("e2");
  }

  @Test
  void a_customer_that_does_not_exist_is_a_reason_too() {
    stage.knock(EVENT.formatted("e1").replace("\"default\"", "\"nobody\""));
    var rejected = stage.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(1);
    assertThat(reason(rejected.getFirst())).isEqualTo("There is no customer nobody.");
  }

  @Test
  void many_records_of_a_customer_that_does_not_exist_ask_the_brokers_once_a_second() {
    String stranger = EVENT.formatted("e1").replace("\"default\"", "\"nobody\"");
    stage.knock(stranger);
    stage.pass(UnknownCustomerCache.MOMENT.minusNanos(1));
    stage.knock(stranger);
    assertThat(stage.questions()).isEqualTo(1);

    stage.knock(stranger.replace("nobody", "nobodyElse"));
    assertThat(stage.questions()).isEqualTo(2);

    stage.pass(Duration.ofNanos(1));
    stage.knock(stranger);
    assertThat(stage.questions()).isEqualTo(3);
    assertThat(stage.written(TaskFixture.NAMES.rejected())).hasSize(4);
  }

  @Test
  void a_customer_that_was_none_a_moment_ago_is_one_as_soon_as_the_node_knows() {
    String event = EVENT.formatted("e1").replace("\"default\"", "\"late\"");
    stage.knock(event);
    stage.tell(new Command.PutCustomer(stage.nextRequest(), "late"));
    stage.knock(event);
    assertThat(stage.written(TaskFixture.NAMES.rejected())).hasSize(1);
  }

  @Test
  void what_is_too_large_to_be_told_whole_is_cut_and_says_how_long_it_was() {
    String event = EVENT.formatted("e1").strip();
    String wide = event.replace("{\"a\":1}", "{\"a\":\"" + "x".repeat(900_000) + "\"}");
    byte[] batch = ("[" + (wide + ",").repeat(6) + "7]").getBytes(UTF_8);
    stage.knock(batch);
    stage.knock(EVENT.formatted("e2"));

    var rejected = stage.written(TaskFixture.NAMES.rejected()).getFirst();
    assertThat(sent(rejected)).isLessThan(LARGEST);
    assertThat(batch).startsWith(rejected.value()).hasSizeGreaterThan(LARGEST);
    assertThat(rejected.value()).hasSize(1 << 20);
    assertThat(rejected.key()).asString(UTF_8).isEqualTo("any");
    assertThat(header(rejected, "posthorn-length")).isEqualTo(String.valueOf(batch.length));
    assertThat(header(rejected, "posthorn-source")).isEqualTo("posthorn.events-0@0");
    assertThat(reason(rejected)).isEqualTo("/6: An event must be a JSON object.");
    assertThat(stage.sender.next().send().event().id()).isEqualTo("e2");
  }

  @Test
  void neither_a_large_key_nor_a_large_header_nor_a_long_reason_make_it_too_large() {
    var key = new TestRecord<>(new byte[LARGEST], "7".getBytes(UTF_8));
    var headers = new TestRecord<>("any".getBytes(UTF_8), "7".getBytes(UTF_8));
    headers.headers().add("from", new byte[LARGEST]);
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      deep.append("{\"%d%s\":1},".formatted(i, "k".repeat(40_000)));
    }
    byte[] keys = ("[" + deep + "7]").getBytes(UTF_8);
    stage.knock(key);
    stage.knock(headers);
    stage.knock(keys);

    var rejected = stage.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(3).allMatch(record -> sent(record) < LARGEST);
    assertThat(rejected.getFirst().value()).asString(UTF_8).isEqualTo("7");
    assertThat(reason(rejected.getLast())).startsWith("/0/0kkk").endsWith("...");
  }

  @Test
  void what_fits_is_told_as_it_came_with_its_headers() {
    byte[] value = new byte[3_000_000];
    var record = new TestRecord<>("any".getBytes(UTF_8), value);
    record.headers().add("from", "platform".getBytes(UTF_8));
    stage.knock(record);

    var rejected = stage.written(TaskFixture.NAMES.rejected()).getFirst();
    assertThat(rejected.value()).isEqualTo(value);
    assertThat(header(rejected, "from")).isEqualTo("platform");
    assertThat(rejected.headers().lastHeader("posthorn-length")).isNull();
  }

  /** What a producer takes a record for, before it compresses anything. */
  private static int sent(TestRecord<byte[], byte[]> record) {
    return AbstractRecords.estimateSizeInBytesUpperBound(
        RecordBatch.CURRENT_MAGIC_VALUE,
        CompressionType.NONE,
        record.key(),
        record.value(),
        record.headers().toArray());
  }

  private static String reason(TestRecord<byte[], byte[]> record) {
    return header(record, "posthorn-reason");
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
