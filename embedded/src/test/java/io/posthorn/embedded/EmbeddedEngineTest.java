package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.engine.EngineHealth;
import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
final class EmbeddedEngineTest {
  private static final EmbeddedSettings SETTINGS =
      EmbeddedSettings.DEFAULT.withIntake(4, 10_000).withMinFree(1_000_000);

  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private EngineFixture fixture;

  @BeforeEach
  void start() {
    fixture = new EngineFixture(parent.resolve("store"), SETTINGS);
    fixture.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    fixture.close();
  }

  @Test
  void an_accepted_event_is_sent_and_its_message_delivered() {
    EventKey event = fixture.accepted("e1");
    ScriptedSender.Request request = fixture.sender.next();
    assertThat(request.send().event().id()).isEqualTo("e1");
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.WAITING);

    request.succeeds();

    assertThat(fixture.nextEnded().status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void no_reply_and_no_request_leaves_before_the_commit_is_on_disk() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(
        (sync, commit) -> {
          assertThat(sync).isTrue();
          gate.commit(sync, commit);
        });
    CompletableFuture<Reply> reply = fixture.post("e1");
    gate.awaitArrival();
    assertThat(reply).isNotDone();
    assertThat(fixture.sender.waiting()).isZero();
    fixture.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    assertThat(reply.join()).isInstanceOf(Reply.Accepted.class);
    assertThat(fixture.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void readers_have_the_time_of_the_shard_which_never_goes_back() {
    fixture.accepted("e1");
    long before = fixture.engine.reads().now();
    assertThat(before).isEqualTo(fixture.time.wallMillis());

    fixture.time.setWall(before - Duration.ofHours(1).toMillis());
    assertThat(fixture.engine.reads().now()).isEqualTo(before);
    fixture.time.pass(Duration.ofSeconds(3));
    assertThat(fixture.engine.reads().now()).isEqualTo(before + 3_000);
  }

  @Test
  void a_command_gets_its_reply_after_its_commit() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(gate);
    CompletableFuture<Reply> reply =
        fixture.engine.execute(request -> new Command.PauseDelivery(request, null));
    gate.awaitArrival();
    assertThat(reply).isNotDone();
    fixture.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    assertThat(reply.join()).isEqualTo(Reply.DONE);
  }

  @Test
  void items_that_arrive_during_a_commit_share_the_next_one() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(gate);
    CompletableFuture<Reply> first = fixture.post("e1");
    gate.awaitArrival();
    CompletableFuture<Reply> second = fixture.post("e2");
    CompletableFuture<Reply> third = fixture.post("e3");
    long turns = fixture.engine.load().turns();
    gate.open(2);
    CompletableFuture.allOf(first, second, third).join();
    gate.awaitArrival();
    fixture.store.watch((sync, commit) -> commit.run());
    assertThat(fixture.engine.execute(request -> new Command.ResumeDelivery(request, null)).join())
        .isEqualTo(Reply.DONE);
    assertThat(fixture.engine.load().turns()).isLessThanOrEqualTo(turns + 3);
  }

  @Test
  void a_full_intake_refuses_events_at_once_but_takes_commands_and_outcomes() {
    fixture.accepted("e1");
    ScriptedSender.Request request = fixture.sender.next();
    CommitGate gate = new CommitGate();
    fixture.store.watch(gate);
    CompletableFuture<Reply> first = fixture.post("e2");
    gate.awaitArrival(); // taken out of the inbox, but without a reply so far
    CompletableFuture<Reply> second =
        fixture.engine.accept(
            List.of(
                EngineFixture.event("e3"), EngineFixture.event("e4"), EngineFixture.event("e5")));
    assertThat(fixture.engine.load().inbox().events()).isEqualTo(4);

    assertThatThrownBy(() -> fixture.post("e6"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    CompletableFuture<Reply> command =
        fixture.engine.execute(asked -> new Command.ResumeDelivery(asked, null));
    request.succeeds();

    fixture.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    CompletableFuture.allOf(first, second, command).join();
    assertThat(fixture.nextEnded().status()).isEqualTo(MessageStatus.DELIVERED);
    fixture.accepted("e6");
  }

  @Test
  void a_customer_that_floods_the_intake_keeps_no_other_out() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(gate);
    CompletableFuture<Reply> flood =
        fixture.engine.accept(
            List.of(
                EngineFixture.event("e1"),
                EngineFixture.event("e2"),
                EngineFixture.event("e3"),
                EngineFixture.event("e4")));
    gate.awaitArrival();
    assertThatThrownBy(() -> fixture.post("e5")).isInstanceOf(RefusedException.class);
    CompletableFuture<Reply> other =
        fixture.engine.accept(List.of(SampleEvents.eventOf("other", "o1", "TASK")));

    fixture.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    CompletableFuture.allOf(flood, other).join();
    fixture.accepted("e5");
  }

  @Test
  void the_intake_is_bounded_in_bytes_too() {
    CommitGate gate = new CommitGate();
    fixture.store.watch(gate);
    CompletableFuture<Reply> large =
        fixture.engine.accept(List.of(SampleEvents.event("large", "TASK", 50_000)));
    gate.awaitArrival(); // larger than the intake, and alone
    assertThatThrownBy(() -> fixture.post("e1"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    fixture.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    large.join();
    fixture.accepted("e1");
  }

  @Test
  void a_nearly_full_volume_refuses_events_while_delivery_continues() {
    fixture.accepted("e1");
    fixture.freeBytes.set(999_999);
    fixture.time.pass(Duration.ofSeconds(1));
    assertThatThrownBy(() -> fixture.post("e2"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.VOLUME_FULL));
    assertThat(fixture.engine.health().state()).isEqualTo(EngineHealth.State.VOLUME_FULL);

    fixture.sender.next().succeeds();
    assertThat(fixture.nextEnded().status()).isEqualTo(MessageStatus.DELIVERED);

    fixture.freeBytes.set(1_000_000);
    fixture.time.pass(Duration.ofSeconds(1));
    fixture.accepted("e2");
    assertThat(fixture.engine.health().state()).isEqualTo(EngineHealth.State.RUNNING);
  }

  @Test
  void a_retry_is_made_when_its_time_comes() {
    fixture.accepted("e1");
    fixture.sender.next().outcome().accept(Outcome.responded(404, 1));
    assertThat(fixture.engine.execute(asked -> new Command.ResumeDelivery(asked, null)).join())
        .isEqualTo(Reply.DONE);
    assertThat(fixture.sender.waiting()).isZero();

    fixture.time.pass(Duration.ofMillis(84_800));
    fixture.engine.checkClocks();

    assertThat(fixture.sender.next().send().ticket().slot()).isEqualTo(1);
  }

  @Test
  void an_idle_engine_takes_no_turns() {
    fixture.accepted("e1");
    long turns = fixture.engine.load().turns();
    for (int i = 0; i < 100; i++) {
      fixture.engine.checkClocks();
    }
    fixture.engine.execute(asked -> new Command.ResumeDelivery(asked, null)).join();
    fixture.engine.execute(asked -> new Command.ResumeDelivery(asked, null)).join();
    assertThat(fixture.engine.load().turns()).isLessThanOrEqualTo(turns + 3);
  }

  @Test
  void keys_stay_unique_over_a_restart_in_the_same_millisecond() {
    EventKey first = fixture.accepted("e1");
    EventKey second = fixture.accepted("e2");
    fixture.restart();
    EventKey third = fixture.accepted("e3");
    assertThat(second).isGreaterThan(first);
    assertThat(third).isGreaterThan(second);
    assertThat(third.acceptedAt()).isGreaterThan(second.acceptedAt());
  }

  @Test
  void a_wall_clock_set_back_does_not_turn_engine_time_back() {
    EventKey first = fixture.accepted("e1");
    fixture.time.setWall(ManualTime.START - 3_600_000);
    fixture.time.pass(Duration.ofMillis(5));
    EventKey second = fixture.accepted("e2");
    assertThat(second).isGreaterThan(first);
    fixture.restart();
    assertThat(fixture.accepted("e3")).isGreaterThan(second);
    assertThat(fixture.message(second).id()).isEqualTo(new MessageId(second, 0));
  }
}
