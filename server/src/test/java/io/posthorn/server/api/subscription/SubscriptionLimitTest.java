package io.posthorn.server.api.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.directory.Role;
import io.posthorn.core.matching.SubscriptionIndex;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.Reply.Conflict.Cause;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionDraft;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.JsonResponse;
import io.posthorn.server.LiveApi;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class SubscriptionLimitTest {
  @Test
  void a_customer_with_10_000_subscriptions_gets_a_409_for_one_more() {
    try (LiveApi api = new LiveApi().with("acme")) {
      for (int i = 1; i < SubscriptionIndex.MOST_PER_CUSTOMER; i++) {
        Subscription one = subscription(i);
        api.engine.executeNow(r -> new Command.CreateSubscription(r, one, new byte[1])).join();
      }
      String manager = api.key(Role.MANAGER, "acme");
      JsonResponse last = create(api, manager, "LAST");
      JsonResponse beyond = create(api, manager, "BEYOND");

      assertThat(last.status()).isEqualTo(201);
      assertThat(beyond.status()).isEqualTo(409);
      assertThat(beyond.at("/detail")).contains("10000");
      assertThat(beyond.at("/code")).isEqualTo("subscription_limit");
      Subscription tooLate = subscription(SubscriptionIndex.MOST_PER_CUSTOMER + 1);
      assertThat(
              api.engine
                  .executeNow(r -> new Command.CreateSubscription(r, tooLate, new byte[1]))
                  .join())
          .as("a call that passed the check of the API at the same time as the last one")
          .isInstanceOfSatisfying(
              Reply.Conflict.class,
              refused -> assertThat(refused.cause()).isEqualTo(Cause.SUBSCRIPTION_LIMIT));
      JsonResponse workfront =
          api.call(
              "POST", "/attask/eventsubscription/api/v1/subscriptions", manager, body("BEYOND", 0));
      assertThat(workfront.status()).isEqualTo(403);
      assertThat(workfront.at("/code")).isEqualTo("subscription_limit");
    }
  }

  private static JsonResponse create(LiveApi api, String key, String objCode) {
    return api.call("POST", "/api/v1/subscriptions", key, body(objCode, 0));
  }

  private static Subscription subscription(int number) {
    return SubscriptionDraft.parse(body("P" + number, 1).getBytes(StandardCharsets.UTF_8))
        .create(new SubscriptionId(0, number), "acme", null, LiveApi.START);
  }

  private static String body(String objCode, int path) {
    return """
    {"objCode": "%s", "eventType": "*", "url": "https://example.com/%d"}\
    """
        .formatted(objCode, path);
  }
}
