package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
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
  private static final EngineSettings SETTINGS =
      EngineSettings.DEFAULT.withIntake(4, 10_000).withMinFree(1_000_000);

  @TempDir Path parent;

  @SuppressWarnings("NullAway.Init")
  private Machine machine;

  @BeforeEach
  void start() {
    machine = new Machine(parent.resolve("store"), SETTINGS);
    machine.subscribe(1, "TASK");
  }

  @AfterEach
  void stop() {
    machine.close();
  }

  @Test
  void an_accepted_event_is_sent_and_its_message_delivered() {
    EventKey event = machine.accepted("e1");
    ScriptedSender.Request request = machine.sender.next();
    assertThat(request.send().event().id()).isEqualTo("e1");
    assertThat(machine.message(event).status()).isEqualTo(MessageStatus.WAITING);

    request.succeeds();

    assertThat(machine.ending().status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(machine.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void nothing_is_answered_or_sent_before_the_commit_is_on_disk() {
    CommitGate gate = new CommitGate();
    machine.store.watch(
        (sync, commit) -> {
          assertThat(sync).isTrue();
          gate.commit(sync, commit);
        });
    CompletableFuture<Reply> answer = machine.post("e1");
    gate.awaitArrival();
    assertThat(answer).isNotDone();
    assertThat(machine.sender.waiting()).isZero();
    machine.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    assertThat(answer.join()).isInstanceOf(Reply.Accepted.class);
    assertThat(machine.sender.next().send().event().id()).isEqualTo("e1");
  }

  @Test
  void a_command_is_answered_after_its_commit() {
    CommitGate gate = new CommitGate();
    machine.store.watch(gate);
    CompletableFuture<Reply> answer =
        machine.engine.tell(request -> new Command.PauseDelivery(request, null));
    gate.awaitArrival();
    assertThat(answer).isNotDone();
    machine.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    assertThat(answer.join()).isEqualTo(Reply.DONE);
  }

  @Test
  void what_waits_while_a_commit_runs_shares_the_next_one() {
    CommitGate gate = new CommitGate();
    machine.store.watch(gate);
    CompletableFuture<Reply> first = machine.post("e1");
    gate.awaitArrival();
    CompletableFuture<Reply> second = machine.post("e2");
    CompletableFuture<Reply> third = machine.post("e3");
    long turns = machine.engine.figures().turns();
    gate.open(2);
    CompletableFuture.allOf(first, second, third).join();
    gate.awaitArrival();
    machine.store.watch((sync, commit) -> commit.run());
    assertThat(machine.engine.tell(request -> new Command.ResumeDelivery(request, null)).join())
        .isEqualTo(Reply.DONE);
    assertThat(machine.engine.figures().turns()).isLessThanOrEqualTo(turns + 3);
  }

  @Test
  void a_full_intake_refuses_events_at_once_but_takes_commands_and_outcomes() {
    machine.accepted("e1");
    ScriptedSender.Request request = machine.sender.next();
    CommitGate gate = new CommitGate();
    machine.store.watch(gate);
    CompletableFuture<Reply> first = machine.post("e2");
    gate.awaitArrival(); // taken out of the inbox, but not answered yet
    CompletableFuture<Reply> second =
        machine.engine.accept(
            List.of(Machine.event("e3"), Machine.event("e4"), Machine.event("e5")));
    assertThat(machine.engine.figures().inbox().events()).isEqualTo(4);

    assertThatThrownBy(() -> machine.post("e6"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    CompletableFuture<Reply> command =
        machine.engine.tell(asked -> new Command.ResumeDelivery(asked, null));
    request.succeeds();

    machine.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    CompletableFuture.allOf(first, second, command).join();
    assertThat(machine.ending().status()).isEqualTo(MessageStatus.DELIVERED);
    machine.accepted("e6");
  }

  @Test
  void a_customer_that_floods_the_intake_keeps_no_other_out() {
    CommitGate gate = new CommitGate();
    machine.store.watch(gate);
    CompletableFuture<Reply> flood =
        machine.engine.accept(
            List.of(
                Machine.event("e1"),
                Machine.event("e2"),
                Machine.event("e3"),
                Machine.event("e4")));
    gate.awaitArrival();
    assertThatThrownBy(() -> machine.post("e5")).isInstanceOf(RefusedException.class);
    CompletableFuture<Reply> other =
        machine.engine.accept(List.of(Samples.eventOf("other", "o1", "TASK")));

    machine.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    CompletableFuture.allOf(flood, other).join();
    machine.accepted("e5");
  }

  @Test
  void a_full_intake_is_also_one_that_weighs_too_much() {
    CommitGate gate = new CommitGate();
    machine.store.watch(gate);
    CompletableFuture<Reply> large =
        machine.engine.accept(List.of(Samples.event("large", "TASK", 50_000)));
    gate.awaitArrival(); // larger than the intake, and alone
    assertThatThrownBy(() -> machine.post("e1"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    machine.store.watch((sync, commit) -> commit.run());
    gate.open(1);
    large.join();
    machine.accepted("e1");
  }

  @Test
  void a_volume_that_is_nearly_full_refuses_events_while_delivery_goes_on() {
    machine.accepted("e1");
    machine.freeBytes.set(999_999);
    machine.time.pass(Duration.ofSeconds(1));
    assertThatThrownBy(() -> machine.post("e2"))
        .isInstanceOfSatisfying(
            RefusedException.class, e -> assertThat(e.reason()).isEqualTo(Refusal.VOLUME_FULL));
    assertThat(machine.engine.health().state()).isEqualTo(Health.State.VOLUME_FULL);

    machine.sender.next().succeeds();
    assertThat(machine.ending().status()).isEqualTo(MessageStatus.DELIVERED);

    machine.freeBytes.set(1_000_000);
    machine.time.pass(Duration.ofSeconds(1));
    machine.accepted("e2");
    assertThat(machine.engine.health().state()).isEqualTo(Health.State.RUNNING);
  }

  @Test
  void a_retry_is_made_when_its_time_comes() {
    machine.accepted("e1");
    machine.sender.next().outcome().accept(Outcome.answered(404, 1));
    assertThat(machine.engine.tell(asked -> new Command.ResumeDelivery(asked, null)).join())
        .isEqualTo(Reply.DONE);
    assertThat(machine.sender.waiting()).isZero();

    machine.time.pass(Duration.ofMillis(84_800));
    machine.engine.lookAtClocks();

    assertThat(machine.sender.next().send().ticket().slot()).isEqualTo(1);
  }

  @Test
  void an_engine_with_nothing_to_do_takes_no_turns() {
    machine.accepted("e1");
    long turns = machine.engine.figures().turns();
    for (int i = 0; i < 100; i++) {
      machine.engine.lookAtClocks();
    }
    machine.engine.tell(asked -> new Command.ResumeDelivery(asked, null)).join();
    machine.engine.tell(asked -> new Command.ResumeDelivery(asked, null)).join();
    assertThat(machine.engine.figures().turns()).isLessThanOrEqualTo(turns + 3);
  }

  @Test
  void keys_go_on_behind_the_last_one_over_a_restart_in_the_same_millisecond() {
    EventKey first = machine.accepted("e1");
    EventKey second = machine.accepted("e2");
    machine.restart();
    EventKey third = machine.accepted("e3");
    assertThat(second).isGreaterThan(first);
    assertThat(third).isGreaterThan(second);
    assertThat(third.acceptedAt()).isGreaterThan(second.acceptedAt());
  }

  @Test
  void a_wall_clock_that_is_set_back_does_not_take_the_engine_back() {
    EventKey first = machine.accepted("e1");
    machine.time.setWall(ManualTime.START - 3_600_000);
    machine.time.pass(Duration.ofMillis(5));
    EventKey second = machine.accepted("e2");
    assertThat(second).isGreaterThan(first);
    machine.restart();
    assertThat(machine.accepted("e3")).isGreaterThan(second);
    assertThat(machine.message(second).id()).isEqualTo(new MessageId(second, 0));
  }
}
