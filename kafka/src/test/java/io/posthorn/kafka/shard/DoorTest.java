package io.posthorn.kafka.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.Command;
import io.posthorn.core.shard.Rules;
import io.posthorn.kafka.Samples;
import java.nio.file.Path;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DoorTest {
  private static final String EVENT =
      """
      {"id":"%s","customerId":"default","objCode":"TASK","eventType":"UPDATE","newState":{"a":1}}
      """;

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private Stage stage;

  @BeforeEach
  void open() {
    stage = new Stage(directory, Rules.DEFAULT);
    stage.tell(new Command.PutCustomer(stage.nextRequest(), Samples.CUSTOMER));
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
    stage.post(Samples.event("e1", "TASK"));
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

    var rejected = stage.written(Stage.NAMES.rejected());
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
    var rejected = stage.written(Stage.NAMES.rejected());
    assertThat(rejected).hasSize(1);
    assertThat(reason(rejected.getFirst())).isEqualTo("There is no customer nobody.");
  }

  private static String reason(TestRecord<byte[], byte[]> record) {
    return header(record, "posthorn-reason");
  }

  private static String header(TestRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }
}
