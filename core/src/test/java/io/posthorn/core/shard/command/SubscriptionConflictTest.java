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

/** Conflicts when subscriptions are created and changed. */
final class SubscriptionConflictTest {
  private static final String OTHER_URL = "https://other.example/hook";

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void an_identical_subscription_is_a_conflict_when_it_is_created() {
    fixture.subscribe(ShardFixture.URL);
    assertThat(fixture.create(fixture.draft(ShardFixture.URL, "TASK", "UPDATE")))
        .isInstanceOf(Reply.Conflict.class);
    fixture.post();
    assertThat(fixture.inFlight).hasSize(1);
    fixture.restart();
    assertThat(fixture.create(fixture.draft(ShardFixture.URL, "TASK", "UPDATE")))
        .isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void an_identical_subscription_is_a_conflict_when_it_is_changed_and_nothing_changes() {
    fixture.subscribe(ShardFixture.URL);
    Subscription other = fixture.subscribe(OTHER_URL);
    Subscription changed =
        SubscriptionFixture.like(other).url(ShardFixture.URL).modified(fixture.now() + 1).done();
    assertThat(fixture.change(changed, other.modifiedAt())).isInstanceOf(Reply.Conflict.class);
    assertThat(fixture.anotherShard().subscriptions().get(other.id())).isEqualTo(other);
  }

  @Test
  void another_customer_may_have_the_same() {
    Subscription mine = fixture.subscribe(ShardFixture.URL);
    Subscription theirs =
        SubscriptionFixture.like(fixture.draft(ShardFixture.URL, "TASK", "UPDATE"))
            .customer("other")
            .done();
    assertThat(fixture.create(theirs)).isEqualTo(Reply.DONE);
    assertThat(theirs.endpointId()).isNotEqualTo(mine.endpointId());
  }

  @Test
  void a_subscription_id_that_exists_is_a_conflict() {
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    Subscription same = SubscriptionFixture.like(subscription).url(OTHER_URL).done();
    assertThat(fixture.create(same)).isInstanceOf(Reply.Conflict.class);
  }

  @Test
  void a_change_made_from_an_older_form_changes_nothing() {
    Subscription seen = fixture.subscribe(ShardFixture.URL);
    Subscription quicker =
        SubscriptionFixture.like(seen).kind("PROJ", "UPDATE").modified(fixture.now() + 1).done();
    Subscription slower =
        SubscriptionFixture.like(seen).kind("DOCU", "UPDATE").modified(fixture.now() + 2).done();
    assertThat(fixture.change(quicker, seen.modifiedAt())).isEqualTo(Reply.DONE);
    assertThat(fixture.change(slower, seen.modifiedAt())).isInstanceOf(Reply.Conflict.class);
    assertThat(fixture.anotherShard().subscriptions().get(seen.id())).isEqualTo(quicker);
    assertThat(fixture.change(slower, quicker.modifiedAt())).isEqualTo(Reply.DONE);
    assertThat(fixture.anotherShard().subscriptions().get(seen.id())).isEqualTo(slower);
  }

  @Test
  void changing_an_unknown_or_another_customers_id_is_not_found() {
    Subscription mine = fixture.subscribe(ShardFixture.URL);
    Subscription theirs = SubscriptionFixture.like(mine).customer("other").done();
    assertThat(fixture.change(theirs, mine.modifiedAt())).isEqualTo(Reply.NOT_FOUND);
    Subscription unknown = fixture.draft(OTHER_URL, "TASK", "UPDATE");
    assertThat(fixture.change(unknown, unknown.modifiedAt())).isEqualTo(Reply.NOT_FOUND);
  }

  @Test
  void deleting_and_creating_again_does_not_thaw_a_frozen_endpoint() {
    ShardFixture fixture =
        new ShardFixture(
            Rules.DEFAULT.withCircuit(
                new CircuitRules(Duration.ofHours(48).toMillis(), 3, 0, 3, 600_000, 3, 0, 4)));
    Subscription subscription = fixture.subscribe(ShardFixture.URL);
    fixture.failMany(3);
    fixture.post();
    fixture.pass(Duration.ofMinutes(10));
    fixture.fail();
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);

    fixture.delete(subscription);
    fixture.settle();
    fixture.pass(Duration.ofDays(40));
    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    fixture.restart();
    Subscription again = fixture.draft(ShardFixture.URL, "TASK", "UPDATE");
    fixture.execute(new Command.CreateSubscription(fixture.nextRequest(), again, new byte[] {2}));
    fixture.post();

    assertThat(fixture.endpoint(ShardFixture.URL).circuit().state()).isEqualTo(CircuitState.FROZEN);
    assertThat(fixture.endpoint(ShardFixture.URL).secrets().current())
        .as("the secret")
        .containsExactly(1);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void an_endpoint_is_shared_by_all_subscriptions_with_its_url() {
    fixture.subscribe("https://RECEIVER.example:443/hook");
    fixture.subscribe(ShardFixture.URL, "PROJ", "UPDATE");
    assertThat(fixture.endpoint(ShardFixture.URL).id()).isEqualTo(fixture.id(ShardFixture.URL));
    assertThat(fixture.anotherShard().subscriptions().all(ShardFixture.CUSTOMER))
        .extracting(Subscription::endpointId)
        .containsOnly(fixture.id(ShardFixture.URL));
  }
}
