package io.posthorn.core.shard.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What creating and changing subscriptions refuses, and what an endpoint keeps over it. */
final class SubscriptionConflictTest {
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture stage = ShardFixture.withDefaults();

  @Test
  void an_identical_subscription_is_a_conflict_when_it_is_created() {
    stage.subscribe(ShardFixture.URL);
    assertThat(stage.create(stage.draft(ShardFixture.URL, "TASK", "UPDATE")))
        .isInstanceOf(Reply.Conflict.class);
    stage.post();
    assertThat(stage.onTheWay).hasSize(1);
    stage.restart();
    assertThat(stage.create(stage.draft(ShardFixture.URL, "TASK", "UPDATE")))
        .isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void an_identical_subscription_is_a_conflict_when_it_is_changed_and_nothing_changes() {
    stage.subscribe(ShardFixture.URL);
    Subscription other = stage.subscribe(OTHER_URL);
    Subscription changed =
        SubscriptionFixture.like(other).url(ShardFixture.URL).modified(stage.now() + 1).done();
    assertThat(stage.change(changed, other.modifiedAt())).isInstanceOf(Reply.Conflict.class);
    assertThat(stage.anotherShard().subscriptions().get(other.id())).isEqualTo(other);
  }

  @Test
  void another_customer_may_have_the_same() {
    Subscription mine = stage.subscribe(ShardFixture.URL);
    Subscription theirs =
        SubscriptionFixture.like(stage.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    assertThat(stage.create(theirs)).isEqualTo(Reply.DONE);
    assertThat(theirs.endpointId()).isNotEqualTo(mine.endpointId());
  }

  @Test
  void a_subscription_id_that_exists_is_a_conflict() {
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    Subscription same = SubscriptionFixture.like(subscription).url(OTHER_URL).done();
    assertThat(stage.create(same)).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void a_change_made_from_an_older_form_changes_nothing() {
    Subscription seen = stage.subscribe(ShardFixture.URL);
    Subscription quicker =
        SubscriptionFixture.like(seen).kind("PROJ", "UPDATE").modified(stage.now() + 1).done();
    Subscription slower =
        SubscriptionFixture.like(seen).kind("DOCU", "UPDATE").modified(stage.now() + 2).done();
    assertThat(stage.change(quicker, seen.modifiedAt())).isEqualTo(Reply.DONE);
    assertThat(stage.change(slower, seen.modifiedAt())).isInstanceOf(Reply.Conflict.class);
    assertThat(stage.anotherShard().subscriptions().get(seen.id())).isEqualTo(quicker);
    assertThat(stage.change(slower, quicker.modifiedAt())).isEqualTo(Reply.DONE);
    assertThat(stage.anotherShard().subscriptions().get(seen.id())).isEqualTo(slower);
  }

  @Test
  void changing_what_does_not_exist_or_is_another_customers_is_not_found() {
    Subscription mine = stage.subscribe(ShardFixture.URL);
    Subscription theirs = SubscriptionFixture.like(mine).customer("other").done();
    assertThat(stage.change(theirs, mine.modifiedAt())).isEqualTo(Reply.NOT_FOUND);
    Subscription unknown = stage.draft(OTHER_URL, "TASK", "UPDATE");
    assertThat(stage.change(unknown, unknown.modifiedAt())).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void deleting_and_creating_again_does_not_thaw_a_frozen_endpoint() {
    ShardFixture stage =
        new ShardFixture(
            Rules.DEFAULT.withCircuit(
                new CircuitRules(Duration.ofHours(48).toMillis(), 3, 0, 3, 600_000, 3, 0, 4)));
    Subscription subscription = stage.subscribe(ShardFixture.URL);
    stage.failMany(3);
    stage.post();
    stage.pass(Duration.ofMinutes(10));
    stage.fail();
    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);

    stage.delete(subscription);
    stage.settle();
    stage.pass(Duration.ofDays(40));
    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    stage.restart();
    Subscription again = stage.draft(ShardFixture.URL, "TASK", "UPDATE");
    stage.tell(new Command.CreateSubscription(stage.nextRequest(), again, new byte[] {2}));
    stage.post();

    assertThat(stage.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    assertThat(stage.endpoint(ShardFixture.URL).secrets().current())
        .as("the secret")
        .containsExactly(1);
    assertThat(stage.onTheWay).isEmpty();
  }

  @Test
  void an_endpoint_is_shared_by_all_subscriptions_with_its_url() {
    stage.subscribe("https://RECEIVER.example:443/hook");
    stage.subscribe(ShardFixture.URL, "PROJ", "UPDATE");
    assertThat(stage.endpoint(ShardFixture.URL).id()).isEqualTo(stage.id(ShardFixture.URL));
    assertThat(stage.anotherShard().subscriptions().all(ShardFixture.CUSTOMER))
        .extracting(Subscription::endpointId)
        .containsOnly(stage.id(ShardFixture.URL));
  }
}
