package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** How an engine stops, fails and starts again. */
@Timeout(60)
final class EngineEndTest {
  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private Machine machine;

  @BeforeEach
  void start() {
    machine = new Machine(parent.resolve("store"), EngineSettings.DEFAULT.withMinFree(0));
    machine.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    machine.close();
  }

  @Test
  void a_stopping_engine_records_what_is_in_flight_and_starts_nothing_new() {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      events.add(machine.accepted("e" + i));
    }
    List<ScriptedSender.Request> inFlight = new ArrayList<>();
    for (int i = 0; i < 3; i++) { // of the 4 places one is for retries
      inFlight.add(machine.sender.next());
    }
    CompletableFuture<Void> stopped = machine.beginToStop();
    assertThatThrownBy(() -> machine.post("late"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.STOPPED));
    assertThat(stopped).isNotDone();

    inFlight.forEach(ScriptedSender.Request::succeeds);
    stopped.join();

    assertThat(machine.sender.waiting()).isZero();
    assertThat(machine.engine.health().state()).isEqualTo(Health.State.STOPPED);
    assertThat(machine.engine.ended()).isCompleted();
    machine.restart();
    for (int i = 0; i < 3; i++) {
      assertThat(machine.message(events.get(i)).status()).isEqualTo(MessageStatus.DELIVERED);
    }
    for (int i = 3; i < 10; i++) {
      ScriptedSender.Request request = machine.sender.next();
      assertThat(request.send().event().id()).isEqualTo("e" + i);
      request.succeeds();
    }
  }

  @Test
  void a_stopping_engine_ends_with_a_sync() {
    machine.accepted("e1");
    machine.sender.next().succeeds();
    machine.ending(); // an outcome, whose commit may wait for a later sync
    List<Boolean> syncs = new ArrayList<>();
    machine.store.watch(
        (sync, commit) -> {
          commit.run();
          syncs.add(sync);
        });
    machine.engine.close();
    assertThat(syncs).endsWith(true);
  }

  @Test
  void what_does_not_come_back_in_time_is_sent_again_with_the_same_id_after_the_start() {
    machine.accepted("e1");
    String id = machine.sender.next().id();
    CompletableFuture<Void> stopped = machine.beginToStop();
    assertThat(stopped).isNotDone();
    machine.time.pass(EngineSettings.DEFAULT.drain());
    machine.engine.lookAtClocks();
    stopped.join();

    machine.restart();

    ScriptedSender.Request again = machine.sender.next();
    assertThat(again.id()).isEqualTo(id);
    assertThat(again.send().ticket().number()).isEqualTo(1);
    again.succeeds();
    assertThat(machine.ending().status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_failed_commit_stops_the_engine_and_tells_everybody() {
    CommitGate gate = new CommitGate();
    machine.store.watch(
        (sync, commit) -> {
          gate.commit(sync, () -> {});
          throw new IllegalStateException("the disk is gone");
        });
    CompletableFuture<Reply> inTheTurn = machine.post("e1");
    gate.awaitArrival();
    CompletableFuture<Reply> inTheInbox = machine.post("e2");
    gate.open(1);

    assertThatThrownBy(inTheTurn::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(EngineFailedException.class)
        .hasMessageContaining("the disk is gone");
    assertThatThrownBy(inTheInbox::join).hasCauseInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> machine.engine.ended().join()).hasMessageContaining("disk is gone");
    assertThat(machine.engine.health().state()).isEqualTo(Health.State.FAILED);
    assertThat(machine.engine.health().detail()).contains("the disk is gone");
    assertThatThrownBy(() -> machine.post("e3"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.FAILED));
    assertThat(machine.sender.waiting()).isZero();

    machine.restart(); // what was answered with a failure was not promised, and is not there
    assertThat(machine.accepted("e1")).isNotNull();
    assertThat(machine.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void what_was_in_flight_when_the_engine_failed_is_repeated_with_the_same_id() {
    EventKey event = machine.accepted("e1");
    ScriptedSender.Request request = machine.sender.next();
    machine.store.watch(
        (sync, commit) -> {
          throw new OutOfMemoryError("of all things");
        });
    request.succeeds();
    assertThatThrownBy(() -> machine.engine.ended().join()).hasMessageContaining("of all things");

    machine.restart();

    assertThat(machine.message(event).status()).isEqualTo(MessageStatus.WAITING);
    assertThat(machine.sender.next().id()).isEqualTo(request.id());
  }

  @Test
  void a_start_reads_endpoints_and_not_messages() {
    machine.engine.tell(request -> new Command.PauseDelivery(request, null)).join();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      events.add(Machine.event("e" + i));
    }
    machine.engine.accept(events).join();

    machine.restart();
    machine.engine.tell(request -> new Command.PauseDelivery(request, null)).join();
    machine.engine.close();

    assertThat(machine.store.entriesRead()).isLessThan(100);
  }
}
