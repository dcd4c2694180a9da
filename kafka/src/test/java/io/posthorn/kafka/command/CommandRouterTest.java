package io.posthorn.kafka.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.kafka.KafkaSamples;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandRouterTest {
  private static final ShardAssignment ASSIGNMENT = new ShardAssignment(8);
  private static final byte[] SECRET = {1};

  private final SubscriptionIndex known = new SubscriptionIndex();
  private final CommandRouter router = new CommandRouter(ASSIGNMENT, known);
  private final Subscription subscription = KafkaSamples.subscription(1, "TASK");
  private final int owner = ASSIGNMENT.shardOf(subscription.endpointId());

  @Test
  void a_new_subscription_goes_to_the_owner_of_its_endpoint() {
    assertThat(shards(new Command.CreateSubscription(1, subscription, SECRET)))
        .containsExactly(owner);
  }

  @Test
  void a_subscription_change_goes_to_the_owner_of_its_current_endpoint() {
    known.put(subscription);
    Subscription moved = KafkaSamples.subscription(1, "TASK", "https://elsewhere.example/hook");
    assertThat(ASSIGNMENT.shardOf(moved.endpointId())).isNotEqualTo(owner);
    assertThat(shards(new Command.ChangeSubscription(1, moved, 1, SECRET))).containsExactly(owner);
    assertThat(shards(new Command.DeleteSubscription(1, KafkaSamples.CUSTOMER, subscription.id())))
        .containsExactly(owner);
  }

  @Test
  void a_command_for_an_endpoint_goes_to_its_owner() {
    assertThat(
            shards(new Command.PauseEndpoint(1, KafkaSamples.CUSTOMER, subscription.endpointId())))
        .containsExactly(owner);
  }

  @Test
  void a_command_for_a_message_goes_to_the_shard_that_made_it() {
    MessageId message = new MessageId(EventKey.of(1, 5, 1, 1), 0);
    assertThat(shards(new Command.ReplayMessage(1, KafkaSamples.CUSTOMER, message)))
        .containsExactly(5);
  }

  @Test
  void an_unknown_id_goes_to_the_first_shard() {
    MessageId message = new MessageId(EventKey.of(1, 8, 1, 1), 0);
    assertThat(shards(new Command.CancelMessage(1, KafkaSamples.CUSTOMER, message)))
        .containsExactly(0);
  }

  @Test
  void a_command_for_all_shards_is_given_to_the_first_which_passes_it_on() {
    AuditEntry entry = new AuditEntry(1, "key", "127.0.0.1", "delivery.pause", null, "", "");
    Command pause = new Command.PauseDelivery(1, null);
    assertThat(router.destination(new Command.Audited(pause, entry)))
        .isEqualTo(new CommandRouter.Destination(0, 8));
  }

  @Test
  void internal_commands_are_refused() {
    assertThatThrownBy(() -> router.destination(new Command.AcceptEvents(1, List.of())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private List<Integer> shards(Command command) {
    CommandRouter.Destination destination = router.destination(command);
    assertThat(destination.replies()).isEqualTo(1);
    return List.of(destination.shard());
  }
}
