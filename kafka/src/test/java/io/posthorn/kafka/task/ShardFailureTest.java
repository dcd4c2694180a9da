package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.codec.CommandCodec;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.kafka.KafkaSamples;
import io.posthorn.kafka.RecordingSender;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.test.TestRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A record or a rule that throws stops one record, or one shard, and no thread. */
final class ShardFailureTest {
  private static final String POISON = "poison";

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init")
  private TaskFixture fixture;

  @BeforeEach
  void open() {
    fixture = new TaskFixture(directory, Rules.DEFAULT);
    fixture.subscribe(1, "TASK");
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void an_event_that_fails_is_parked_and_the_others_of_its_record_are_sent() {
    fixture.fault.failOn(POISON);
    fixture.post(
        KafkaSamples.event("before", "TASK"),
        KafkaSamples.event(POISON, "TASK"),
        KafkaSamples.event("after", "TASK"));

    assertThat(fixture.sender.waiting()).isEqualTo(2);
    fixture.sender.next().responds(200);
    fixture.sender.next().responds(200);
    fixture.tick();
    List<TestRecord<byte[], byte[]>> parked = fixture.written(TaskFixture.NAMES.parked());
    assertThat(parked).hasSize(1);
    TestRecord<byte[], byte[]> record = parked.getFirst();
    assertThat(new String(record.key(), UTF_8)).matches("posthorn.shards-0@\\d+/1");
    assertThat(ParkedWriter.what(record.headers())).isEqualTo("event " + POISON);
    assertThat(ParkedWriter.reason(record.headers()))
        .isEqualTo("java.lang.IllegalStateException: a rule is wrong");

    fixture.fault.end();
    assertThat(fixture.history().eventKey(KafkaSamples.CUSTOMER, POISON)).isNull();
    assertThat(fixture.paused()).isZero();
  }

  /** Most calls post one event, and records that are polled together are one turn. */
  @Test
  void an_event_that_fails_in_a_group_of_records_is_parked_and_the_others_are_sent() {
    fixture.fault.failOn(POISON);
    fixture.postTogether(
        KafkaSamples.event("before", "TASK"),
        KafkaSamples.event(POISON, "TASK"),
        KafkaSamples.event("after", "TASK"));

    assertThat(fixture.sender.waiting()).isEqualTo(2);
    assertThat(fixture.written(TaskFixture.NAMES.parked()))
        .extracting(record -> new String(record.key(), UTF_8))
        .containsExactly("posthorn.shards-0@101");
  }

  /** The record is complete: written to its topic again it has its effect. */
  @Test
  void a_parked_event_can_be_retried() {
    fixture.fault.failOn(POISON);
    fixture.post(KafkaSamples.event(POISON, "TASK"));
    byte[] parked = fixture.written(TaskFixture.NAMES.parked()).getFirst().value();
    fixture.fault.end();

    ShardInput input = ShardInput.decode(parked);
    fixture.write(new TestRecord<>(new byte[4], input.value(), input.headers()));
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  @Test
  void a_record_that_is_no_command_is_parked() {
    fixture.write(new TestRecord<>(new byte[4], "garbage".getBytes(UTF_8)));
    fixture.post(KafkaSamples.event("e1", "TASK"));

    assertThat(ParkedWriter.what(fixture.written(TaskFixture.NAMES.parked()).getFirst().headers()))
        .isEqualTo("undecodable command");
    assertThat(fixture.sender.waiting()).isEqualTo(1);
  }

  /**
   * Opening the shard again repeats the requests in flight, so it happens as rarely as possible.
   */
  @Test
  void a_record_that_fails_repeats_each_request_in_flight_once_at_most() {
    List<RecordingSender.Request> inFlight = threeInFlight();
    fixture.fault.failOn(POISON);
    fixture.post(
        KafkaSamples.event(POISON + 1, "TASK"),
        KafkaSamples.event("good-1", "TASK"),
        KafkaSamples.event(POISON + 2, "TASK"),
        KafkaSamples.event("good-2", "TASK"),
        KafkaSamples.event(POISON + 3, "TASK"));
    fixture.tick();
    fixture.tick();

    List<String> sent = new ArrayList<>();
    while (fixture.sender.waiting() > 0) {
      RecordingSender.Request request = fixture.sender.next();
      sent.add(request.send().event().id());
      request.responds(200); // makes room for the next ones
      fixture.tick();
    }
    List<String> expected = new ArrayList<>(List.of("good-1", "good-2"));
    inFlight.forEach(request -> expected.add(request.send().event().id()));
    assertThat(sent).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(fixture.written(TaskFixture.NAMES.parked())).hasSize(3);
  }

  @Test
  void a_record_that_cannot_be_decoded_repeats_no_request_and_loses_no_outcome() {
    List<RecordingSender.Request> inFlight = threeInFlight();
    fixture.write(new TestRecord<>(new byte[4], "garbage".getBytes(UTF_8)));
    fixture.write(new TestRecord<>(new byte[4], new byte[0]));
    inFlight.forEach(request -> request.responds(200));
    fixture.tick();
    fixture.tick();

    assertThat(fixture.sender.waiting()).isZero();
    assertThat(fixture.written(TaskFixture.NAMES.parked())).hasSize(2);
    assertThat(fixture.written(TaskFixture.NAMES.attempts())).hasSizeGreaterThanOrEqualTo(3);
  }

  private List<RecordingSender.Request> threeInFlight() {
    List<RecordingSender.Request> inFlight = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      fixture.post(KafkaSamples.event("before-" + i, "TASK"));
      inFlight.add(fixture.sender.next());
    }
    return inFlight;
  }

  /** A transfer has what no other record has, so nothing may overtake it. */
  @Test
  void a_transfer_that_fails_pauses_the_shard_until_it_succeeds() {
    fixture.fault.failOn(POISON);
    fixture.execute(transfer());
    assertThat(fixture.paused()).isEqualTo(1);
    TestRecord<byte[], byte[]> entry = fixture.written(TaskFixture.NAMES.parked()).getFirst();
    assertThat(new String(entry.key(), UTF_8)).isEqualTo("shard-0");
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.tick();
    assertThat(fixture.sender.waiting()).isZero();

    control(PauseControl.RETRY);
    fixture.tick();
    assertThat(fixture.paused()).as("it still fails").isEqualTo(1);
    assertThat(fixture.sender.waiting()).isZero();

    fixture.fault.end();
    fixture.written(TaskFixture.NAMES.parked());
    control(PauseControl.RETRY);
    fixture.tick();
    assertThat(fixture.paused()).isZero();
    RecordingSender.Request request = fixture.sender.next();
    assertThat(request.send().event().id()).isEqualTo("e1");
    assertThat(fixture.written(TaskFixture.NAMES.parked()))
        .singleElement()
        .satisfies(
            gone -> {
              assertThat(new String(gone.key(), UTF_8)).isEqualTo("shard-0");
              assertThat(gone.value()).isNull();
            });
  }

  @Test
  void a_paused_shard_continues_without_a_dropped_record_which_is_parked() {
    fixture.fault.failOn(POISON);
    fixture.execute(transfer());
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.written(TaskFixture.NAMES.parked());

    control(PauseControl.DROP);
    fixture.tick();

    assertThat(fixture.paused()).isZero();
    assertThat(fixture.sender.waiting()).isEqualTo(1);
    TestRecord<byte[], byte[]> dropped = fixture.written(TaskFixture.NAMES.parked()).getFirst();
    assertThat(ParkedWriter.what(dropped.headers())).isEqualTo("command ForgetMessage");
    assertThat(CommandCodec.decode(ShardInput.decode(dropped.value()).value()))
        .isEqualTo(transfer());
  }

  /** An error that no record causes is not blamed on the record of that turn. */
  @Test
  void a_shard_that_fails_without_a_record_pauses_and_keeps_the_record() {
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.sender.next().responds(500);
    fixture.tick();
    fixture.fault.failOn(""); // every key
    fixture.post(KafkaSamples.event("e2", "TASK"));
    assertThat(fixture.paused()).isEqualTo(1);

    // An operator who retries too early loses nothing.
    control(PauseControl.RETRY);
    fixture.tick();
    assertThat(fixture.paused()).isEqualTo(1);
    assertThat(fixture.written(TaskFixture.NAMES.parked()))
        .allSatisfy(entry -> assertThat(new String(entry.key(), UTF_8)).isEqualTo("shard-0"));

    fixture.fault.end();
    control(PauseControl.RETRY);
    fixture.tick();
    assertThat(fixture.paused()).isZero();
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e2");
  }

  @Test
  void a_paused_shard_reports_how_many_records_it_holds() {
    assertThat(fixture.held()).isEmpty();
    fixture.fault.failOn(""); // every key
    fixture.post(KafkaSamples.event("e1", "TASK"));
    fixture.post(KafkaSamples.event("e2", "TASK"));
    assertThat(fixture.held()).containsExactly(Map.entry(0, 2L));

    fixture.fault.end();
    control(PauseControl.RETRY);
    fixture.tick();
    assertThat(fixture.held()).isEmpty();
  }

  /** A record that was only held has nothing to do with the pause. */
  @Test
  void dropping_a_shard_that_no_record_paused_drops_nothing() {
    fixture.fault.failOn(""); // every key
    fixture.post(KafkaSamples.event("e1", "TASK"));
    assertThat(fixture.paused()).isEqualTo(1);
    fixture.fault.end();
    control(PauseControl.DROP);
    fixture.tick();

    assertThat(fixture.paused()).isZero();
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e1");
    assertThat(fixture.written(TaskFixture.NAMES.parked()))
        .allSatisfy(entry -> assertThat(new String(entry.key(), UTF_8)).isEqualTo("shard-0"));
  }

  /** An allocation of that size would end the thread, and the next one. */
  @Test
  void a_record_that_claims_two_billion_events_is_parked() {
    byte[] none = CommandCodec.encode(Command.AcceptEvents.promised(List.of()));
    byte[] claim = Arrays.copyOf(none, none.length + 4);
    Arrays.fill(claim, none.length - 1, none.length + 3, (byte) -1); // instead of the zero
    claim[none.length + 3] = 7;
    fixture.write(new TestRecord<>(new byte[4], claim));
    assertThat(ParkedWriter.what(fixture.written(TaskFixture.NAMES.parked()).getFirst().headers()))
        .isEqualTo("undecodable command");
  }

  private void control(PauseControl control) {
    TestRecord<byte[], byte[]> record = new TestRecord<>(new byte[4], new byte[0]);
    control.stamp(record.headers());
    fixture.write(record);
  }

  /** A command from another shard, about a message of a customer. */
  private static Command transfer() {
    return new Command.ForgetMessage(POISON, new MessageId(new EventKey(0, 1), 0));
  }
}
