package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
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

/** Shutdown, failure and restart of an engine. */
@Timeout(60)
final class EngineShutdownTest {
  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private EngineFixture fixture;

  @BeforeEach
  void start() {
    fixture = new EngineFixture(parent.resolve("store"), EmbeddedSettings.DEFAULT.withMinFree(0));
    fixture.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void a_stopping_engine_records_requests_in_flight_and_starts_none() {
    List<EventKey> events = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      events.add(fixture.accepted("e" + i));
    }
    List<ScriptedSender.Request> inFlight = new ArrayList<>();
    for (int i = 0; i < 3; i++) { // one of the 4 slots is for retries
      inFlight.add(fixture.sender.next());
    }
    CompletableFuture<Void> stopped = fixture.beginToStop();
    assertThatThrownBy(() -> fixture.post("late"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.STOPPED));
    assertThat(stopped).isNotDone();

    inFlight.forEach(ScriptedSender.Request::succeeds);
    stopped.join();

    assertThat(fixture.sender.waiting()).isZero();
    assertThat(fixture.engine.health().state()).isEqualTo(EngineHealth.State.STOPPED);
    assertThat(fixture.engine.termination()).isCompleted();
    fixture.restart();
    for (int i = 0; i < 3; i++) {
      assertThat(fixture.message(events.get(i)).status()).isEqualTo(MessageStatus.DELIVERED);
    }
    for (int i = 3; i < 10; i++) {
      ScriptedSender.Request request = fixture.sender.next();
      assertThat(request.send().event().id()).isEqualTo("e" + i);
      request.succeeds();
    }
  }

  @Test
  void a_stopping_engine_ends_with_a_sync() {
    fixture.accepted("e1");
    fixture.sender.next().succeeds();
    fixture.nextEnded(); // an outcome, whose commit may wait for a later sync
    List<Boolean> syncs = new ArrayList<>();
    fixture.store.watch(
        (sync, commit) -> {
          commit.run();
          syncs.add(sync);
        });
    fixture.engine.close();
    assertThat(syncs).endsWith(true);
  }

  @Test
  void a_request_without_outcome_at_shutdown_is_repeated_with_the_same_id() {
    fixture.accepted("e1");
    String id = fixture.sender.next().id();
    CompletableFuture<Void> stopped = fixture.beginToStop();
    assertThat(stopped).isNotDone();
    fixture.time.pass(EmbeddedSettings.DEFAULT.drain());
    fixture.engine.checkClocks();
    stopped.join();

    fixture.restart();

    ScriptedSender.Request again = fixture.sender.next();
    assertThat(again.id()).isEqualTo(id);
    assertThat(again.send().ticket().number()).isEqualTo(1);
    again.succeeds();
    assertThat(fixture.nextEnded().status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_failed_commit_stops_the_engine_and_fails_every_pending_call() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(
        (sync, commit) -> {
          gate.commit(sync, () -> {});
          throw new IllegalStateException("the disk is gone");
        });
    CompletableFuture<Reply> inTheTurn = fixture.post("e1");
    gate.awaitArrival();
    CompletableFuture<Reply> inTheInbox = fixture.post("e2");
    gate.open(1);

    assertThatThrownBy(inTheTurn::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("The engine has failed; restart the server: the disk is gone");
    assertThatThrownBy(inTheInbox::join).hasCauseInstanceOf(RefusedException.class);
    assertThatThrownBy(() -> fixture.engine.termination().join())
        .hasMessageContaining("disk is gone");
    assertThat(fixture.engine.health().state()).isEqualTo(EngineHealth.State.FAILED);
    assertThat(fixture.engine.health().detail()).contains("the disk is gone");
    assertThatThrownBy(() -> fixture.post("e3"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.FAILED));
    assertThat(fixture.sender.waiting()).isZero();

    fixture.restart(); // a failed call was not acknowledged, and its event is not stored
    assertThat(fixture.accepted("e1")).isNotNull();
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void requests_in_flight_at_a_failure_are_repeated_with_the_same_id() {
    EventKey event = fixture.accepted("e1");
    ScriptedSender.Request request = fixture.sender.next();
    fixture.store.watch(
        (sync, commit) -> {
          throw new OutOfMemoryError("of all things");
        });
    request.succeeds();
    assertThatThrownBy(() -> fixture.engine.termination().join())
        .hasMessageContaining("of all things");

    fixture.restart();

    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);
    assertThat(fixture.sender.next().id()).isEqualTo(request.id());
  }

  @Test
  void a_start_reads_endpoints_and_not_messages() {
    fixture.engine.execute(request -> new Command.PauseDelivery(request, null)).join();
    List<Event> events = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      events.add(EngineFixture.event("e" + i));
    }
    fixture.engine.accept(events).join();

    fixture.restart();
    fixture.engine.execute(request -> new Command.PauseDelivery(request, null)).join();
    fixture.engine.close();

    assertThat(fixture.store.entriesRead()).isLessThan(100);
  }
}
