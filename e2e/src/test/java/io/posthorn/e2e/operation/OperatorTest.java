package io.posthorn.e2e.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.client.model.AuditRecord;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.KeyDetails;
import io.posthorn.client.model.KeyRole;
import io.posthorn.client.model.MessageSummary.WaitsFor;
import io.posthorn.client.model.StatsSeries;
import io.posthorn.client.model.StatsSeries.Point;
import io.posthorn.client.request.NewKey;
import io.posthorn.client.request.StatsQuery;
import io.posthorn.e2e.client.Api;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.environment.RunningServer;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.testkit.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Customers, keys, the delivery pause and statistics. */
@Tag("thorough")
final class OperatorTest {
  @RegisterExtension static final RunningServer SERVER = RunningServer.with();

  private final Api admin = SERVER.api();

  @Test
  void a_revoked_key_is_refused_at_once() {
    KeyDetails made = managerKey("revoked");
    Api manager = admin.withKey(String.valueOf(made.key()));
    manager.get("/api/v1/subscriptions").expect(200);

    admin.client().keys().revoke(made.id());

    manager.get("/api/v1/subscriptions").expect(401);
  }

  @Test
  void the_delivery_pause_of_a_customer_holds_its_deliveries_until_they_are_resumed() {
    Platform platform = customer("red");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TASK", receiver.url());
      admin.client().customers().pauseDelivery("red");

      String message = platform.send("TASK");

      assertThat(platform.message(message).summary().waitsFor()).isEqualTo(WaitsFor.PAUSED);
      assertThat(receiver.requests()).isEmpty();
      admin.client().customers().resumeDelivery("red");
      platform.awaitDelivered(message);
    }
  }

  @Test
  void the_delivery_pause_for_all_customers_holds_all_deliveries() {
    Platform platform = customer("everybody");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      platform.subscribe("TASK", receiver.url());
      admin.client().server().pauseDelivery();
      String message = platform.send("TASK");
      assertThat(platform.message(message).summary().waitsFor()).isEqualTo(WaitsFor.PAUSED);

      admin.client().server().resumeDelivery();

      platform.awaitDelivered(message);
    }
  }

  @Test
  void deleting_a_customer_erases_everything_but_an_audit_entry() {
    Platform platform = customer("erased");
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.client().endpoints().pause(subscription.endpointId());
      platform.post("TASK", 50);

      admin.client().customers().delete("erased");

      Await.until("erased", () -> admin.get("/api/v1/customers/erased").status() == 404);
      platform.api().get("/api/v1/subscriptions").expect(401);
      assertThat(receiver.requests()).isEmpty();
      assertThat(admin.client().server().audit())
          .extracting(AuditRecord::action)
          .contains("customer.erase");
    }
  }

  @Test
  void statistics_and_percentiles_match_the_traffic() {
    Platform platform = customer("counted");
    StatsQuery lately =
        StatsQuery.builder()
            .from(Instant.now().minusSeconds(120))
            .step(Duration.ofMinutes(1))
            .build();
    try (HttpReceiver receiver = RecordingReceivers.start()) {
      Platform.Subscription subscription = platform.subscribe("TASK", receiver.url());
      platform.post("TASK", 10);

      Await.until(
          "ten delivered",
          () -> sum(platform.client().server().stats(lately), Point::delivered) == 10);

      StatsSeries stats = platform.client().server().stats(lately);
      assertThat(sum(stats, Point::accepted)).isEqualTo(10);
      assertThat(sum(stats, Point::failed)).isZero();
      assertThat(stats.points()).anyMatch(point -> point.latency() != null);
      EndpointDetails endpoint = platform.endpoint(subscription.endpointId());
      assertThat(endpoint.summary().successes()).isEqualTo(10);
      assertThat(endpoint.latency()).isNotNull();
    }
  }

  private static long sum(StatsSeries stats, ToLongFunction<Point> count) {
    return stats.points().stream().mapToLong(count).sum();
  }

  /** A client with a manager key of a new customer. */
  private Platform customer(String id) {
    return new Platform(admin.withKey(String.valueOf(managerKey(id).key())));
  }

  private KeyDetails managerKey(String customerId) {
    admin.client().customers().create(customerId);
    return admin.client().keys().create(NewKey.forCustomer("a key", KeyRole.MANAGER, customerId));
  }
}
