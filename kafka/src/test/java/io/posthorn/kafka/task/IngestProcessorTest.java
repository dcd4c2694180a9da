package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.event.Event;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.read.CustomerReader;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.topic.TopicSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
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
  private TaskFixture fixture;

  @BeforeEach
  void open() {
    fixture = new TaskFixture(directory, Rules.DEFAULT);
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), KafkaSamples.CUSTOMER));
    fixture.subscribe(1, "TASK");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_event_in_the_ingest_topic_is_delivered() {
    fixture.ingest(EVENT.formatted("e1"));
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void an_event_without_an_id_gets_one() {
    fixture.ingest(EVENT.formatted("e1").replace("\"id\":\"e1\",", ""));
    assertThat(fixture.sender.next().send().event().id()).startsWith("evt_");
  }

  @Test
  void the_same_id_by_api_and_ingest_topic_makes_one_message() {
    fixture.ingest(EVENT.formatted("e1"));
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.ingest(EVENT.formatted("e1"));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void an_invalid_record_goes_to_rejected_with_its_reason_and_blocks_no_other() {
    fixture.ingest("{\"objCode\": 7");
    fixture.ingest(EVENT.formatted("e1").replace("objCode", "objKode"));
    fixture.ingest(new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
    fixture.ingest(new byte[0]);
    fixture.ingest(EVENT.formatted("e2"));

    var rejected = fixture.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(4);
    assertThat(new String(rejected.get(1).value(), UTF_8)).contains("objKode");
    assertThat(reason(rejected.get(1))).contains("/objKode");
    assertThat(header(rejected.get(1), "posthorn-code")).isEqualTo("invalid_request");
    assertThat(reason(rejected.get(3))).isEqualTo("The record is empty; write one event as JSON.");
    assertThat(header(rejected.get(1), "posthorn-source")).isEqualTo("posthorn.events-0@1");
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e2");
  }

  @Test
  void a_record_on_which_the_rules_fail_is_parked_and_blocks_no_other() {
    fixture.directory.apply(Directory.customerKey("corrupt"), new byte[1]);
    String bad = EVENT.formatted("e1").replace("\"default\"", "\"corrupt\"");

    fixture.ingest(bad);
    fixture.ingest(EVENT.formatted("e2"));

    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e2");
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).isEmpty();
    var parked = fixture.written(TaskFixture.NAMES.parked());
    assertThat(parked).hasSize(1);
    assertThat(parked.getFirst().key()).asString(UTF_8).isEqualTo("posthorn.events-0@0");
    assertThat(header(parked.getFirst(), "posthorn-what")).isEqualTo("record of the ingest topic");
    ShardInput input = ShardInput.decode(parked.getFirst().value());
    assertThat(input.topic()).isEqualTo(TaskFixture.NAMES.events());
    assertThat(input.value()).asString(UTF_8).isEqualTo(bad);
  }

  @Test
  void a_record_on_which_the_rules_fail_and_that_is_too_large_to_be_parked_is_rejected() {
    fixture.directory.apply(Directory.customerKey("corrupt"), new byte[1]);
    String bad = EVENT.formatted("e1").strip().replace("\"default\"", "\"corrupt\"");
    String wide = bad.replace("{\"a\":1}", "{\"a\":\"" + "x".repeat(900_000) + "\"}");

    fixture.ingest("[%1$s,%1$s,%1$s,%1$s]".formatted(wide));

    var rejected = fixture.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(1);
    assertThat(header(rejected.getFirst(), "posthorn-code")).isEqualTo("internal_error");
    assertThat(fixture.written(TaskFixture.NAMES.parked())).isEmpty();
  }

  @Test
  void events_beyond_limits_events_per_second_go_to_rejected_with_the_code_rate_limited() {
    try (TaskFixture limited = new TaskFixture(directory.resolve("limited"), Rules.DEFAULT, 2)) {
      limited.execute(new Command.PutCustomer(limited.nextRequest(), KafkaSamples.CUSTOMER));
      limited.ingest(EVENT.formatted("e1"));
      limited.ingest(EVENT.formatted("e2"));
      limited.ingest(EVENT.formatted("e3"));
      limited.pass(Duration.ofSeconds(1));
      limited.ingest(EVENT.formatted("e4"));

      var rejected = limited.written(TaskFixture.NAMES.rejected());
      assertThat(rejected).hasSize(1);
      assertThat(new String(rejected.getFirst().value(), UTF_8)).contains("\"e3\"");
      assertThat(header(rejected.getFirst(), "posthorn-code")).isEqualTo("rate_limited");
      assertThat(reason(rejected.getFirst()))
          .startsWith("Customer default is at its limit of 2 events per second");
    }
  }

  @Test
  void the_traceparent_of_a_record_is_passed_on() {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    var traced = new TestRecord<>("any".getBytes(UTF_8), EVENT.formatted("e1").getBytes(UTF_8));
    traced.headers().add("traceparent", trace.getBytes(UTF_8));
    var invalid = new TestRecord<>("any".getBytes(UTF_8), EVENT.formatted("e2").getBytes(UTF_8));
    invalid.headers().add("traceparent", "nonsense".getBytes(UTF_8));

    fixture.ingest(traced);
    fixture.ingest(invalid);

    assertThat(fixture.sender.next().send().event().traceparent()).isEqualTo(trace);
    assertThat(fixture.sender.next().send().event().traceparent()).isNull();
  }

  @Test
  void an_event_of_an_unknown_customer_is_rejected() {
    fixture.ingest(EVENT.formatted("e1").replace("\"default\"", "\"unknown\""));
    var rejected = fixture.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(1);
    assertThat(reason(rejected.getFirst())).isEqualTo("Customer unknown does not exist.");
    assertThat(header(rejected.getFirst(), "posthorn-code")).isEqualTo("unknown_customer");
  }

  @Test
  void an_event_of_a_customer_that_is_being_erased_goes_to_rejected_as_of_an_unknown_one() {
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), "other"));
    Event[] enoughForManySteps =
        IntStream.range(0, 1_200)
            .mapToObj(i -> KafkaSamples.event("e" + i, "TASK"))
            .toArray(Event[]::new);
    fixture.post(enoughForManySteps);
    fixture.execute(new Command.EraseCustomer(fixture.nextRequest(), KafkaSamples.CUSTOMER));

    fixture.ingest(EVENT.formatted("late"));

    assertThat(new CustomerReader(fixture.view()).erasedEvents(KafkaSamples.CUSTOMER)).isNotNull();
    var rejected = fixture.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(1);
    assertThat(header(rejected.getFirst(), "posthorn-code")).isEqualTo("unknown_customer");
    assertThat(reason(rejected.getFirst())).isEqualTo("Customer default does not exist.");
  }

  @Test
  void an_unknown_customer_is_looked_up_at_the_brokers_once_a_second() {
    String unknownCustomer = EVENT.formatted("e1").replace("\"default\"", "\"unknown\"");
    fixture.ingest(unknownCustomer);
    fixture.pass(UnknownCustomerCache.TTL.minusMillis(1));
    fixture.ingest(unknownCustomer);
    assertThat(fixture.questions()).isEqualTo(1);

    fixture.ingest(unknownCustomer.replace("unknown", "unknownToo"));
    assertThat(fixture.questions()).isEqualTo(2);

    fixture.pass(Duration.ofMillis(1));
    fixture.ingest(unknownCustomer);
    assertThat(fixture.questions()).isEqualTo(3);
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).hasSize(4);
  }

  @Test
  void
      a_record_of_an_unknown_customer_is_deferred_while_the_brokers_are_asked_and_blocks_no_other() {
    fixture.holdChecks();
    fixture.ingest(EVENT.formatted("e1").replace("\"default\"", "\"late\""));
    fixture.ingest(EVENT.formatted("e2"));
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e2");
    fixture.settleDeferred();
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).isEmpty();

    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), "late"));
    fixture.runChecks();
    assertThat(fixture.questions()).isEqualTo(1);
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).isEmpty();
    assertThat(fixture.history().eventKey("late", "e1")).isNotNull();
  }

  @Test
  void a_deferred_record_is_rejected_if_the_brokers_do_not_respond_within_30_s() {
    fixture.holdChecks();
    fixture.ingest(EVENT.formatted("e1").replace("\"default\"", "\"late\""));
    fixture.settleDeferred();
    fixture.pass(DeferredRecord.LONGEST);
    fixture.settleDeferred();
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).hasSize(1);
  }

  @Test
  void a_record_that_claims_to_be_deferred_in_the_future_is_rejected_too() {
    fixture.holdChecks();
    String event = EVENT.formatted("e1").replace("\"default\"", "\"late\"");
    var record = new TestRecord<>("any".getBytes(UTF_8), event.getBytes(UTF_8));
    record.headers().add("posthorn-deferred", String.valueOf(Long.MAX_VALUE).getBytes(UTF_8));
    fixture.ingest(record);
    fixture.settleDeferred();
    fixture.pass(DeferredRecord.LONGEST);
    fixture.settleDeferred();
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).hasSize(1);
  }

  @Test
  void a_new_customer_is_accepted_as_soon_as_the_directory_has_it() {
    String event = EVENT.formatted("e1").replace("\"default\"", "\"late\"");
    fixture.ingest(event);
    fixture.execute(new Command.PutCustomer(fixture.nextRequest(), "late"));
    fixture.ingest(event);
    assertThat(fixture.written(TaskFixture.NAMES.rejected())).hasSize(1);
  }

  @Test
  void an_oversized_rejected_record_is_truncated_and_states_its_length() {
    String event = EVENT.formatted("e1").strip();
    String wide = event.replace("{\"a\":1}", "{\"a\":\"" + "x".repeat(900_000) + "\"}");
    byte[] batch = ("[" + (wide + ",").repeat(6) + "7]").getBytes(UTF_8);
    fixture.ingest(batch);
    fixture.ingest(EVENT.formatted("e2"));

    var rejected = fixture.written(TaskFixture.NAMES.rejected()).getFirst();
    assertThat(sent(rejected)).isLessThan(LARGEST);
    assertThat(batch).startsWith(rejected.value()).hasSizeGreaterThan(LARGEST);
    assertThat(rejected.value()).hasSize(1 << 20);
    assertThat(rejected.key()).asString(UTF_8).isEqualTo("any");
    assertThat(header(rejected, "posthorn-length")).isEqualTo(String.valueOf(batch.length));
    assertThat(header(rejected, "posthorn-source")).isEqualTo("posthorn.events-0@0");
    assertThat(reason(rejected)).isEqualTo("/6: An event must be a JSON object; got 7.");
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e2");
  }

  @Test
  void large_keys_headers_and_reasons_are_truncated_too() {
    var key = new TestRecord<>(new byte[LARGEST], "7".getBytes(UTF_8));
    var headers = new TestRecord<>("any".getBytes(UTF_8), "7".getBytes(UTF_8));
    headers.headers().add("from", new byte[LARGEST]);
    StringBuilder deep = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      deep.append("{\"%d%s\":1},".formatted(i, "k".repeat(40_000)));
    }
    byte[] keys = ("[" + deep + "7]").getBytes(UTF_8);
    fixture.ingest(key);
    fixture.ingest(headers);
    fixture.ingest(keys);

    var rejected = fixture.written(TaskFixture.NAMES.rejected());
    assertThat(rejected).hasSize(3).allMatch(record -> sent(record) < LARGEST);
    assertThat(rejected.getFirst().value()).asString(UTF_8).isEqualTo("7");
    assertThat(reason(rejected.getLast())).startsWith("/0/0kkk").endsWith("...");
  }

  @Test
  void a_rejected_record_that_fits_is_copied_with_its_headers() {
    byte[] value = new byte[3_000_000];
    var record = new TestRecord<>("any".getBytes(UTF_8), value);
    record.headers().add("from", "platform".getBytes(UTF_8));
    fixture.ingest(record);

    var rejected = fixture.written(TaskFixture.NAMES.rejected()).getFirst();
    assertThat(rejected.value()).isEqualTo(value);
    assertThat(header(rejected, "from")).isEqualTo("platform");
    assertThat(rejected.headers().lastHeader("posthorn-length")).isNull();
  }

  /** The uncompressed size of a record, as a producer computes it. */
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
