package io.posthorn.core.shard.limits;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.state.Endpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The in-flight limit of a host and port, of all customers together. */
final class HostLimitTest {
  private static final Outcome SLOW_SUCCESS = Outcome.responded(200, 4_000);
  private static final Outcome UNCONNECTED =
      Outcome.failed(ErrorKind.REFUSED, 1, "refused").asUnconnected();

  private ShardFixture fixture = ShardFixture.withDefaults();

  @Test
  void a_burst_to_10_000_urls_of_one_host_starts_with_128_requests() {
    burst("https://hooks.example/", 10_000);

    assertThat(fixture.inFlight).hasSize(128);
  }

  @Test
  void it_grows_by_one_with_each_success_however_slow_up_to_1_024() {
    burst("https://hooks.example/", 3_000);
    for (int replied = 1; replied <= 896; replied++) {
      fixture.respond(SLOW_SUCCESS);
      assertThat(fixture.inFlight).hasSize(128 + replied);
    }
    fixture.respond(SLOW_SUCCESS);
    assertThat(fixture.inFlight).hasSize(1_024);
  }

  @Test
  void it_halves_when_a_connection_cannot_be_opened_down_to_one() {
    burst("https://hooks.example/", 300);
    for (int half = 64; half >= 1; half /= 2) {
      fixture.respond(UNCONNECTED);
      assertThat(limit()).isEqualTo(half);
    }
    fixture.respond(UNCONNECTED);
    assertThat(limit()).isEqualTo(1);
    while (fixture.inFlight.size() > 1) {
      fixture.respond(Outcome.responded(404, 1));
    }
    fixture.respond(SLOW_SUCCESS);
    assertThat(fixture.inFlight).as("nothing is cut off, and two may go now").hasSize(2);
  }

  @Test
  void a_response_that_is_slow_does_not_halve_it() {
    burst("https://hooks.example/", 300);

    fixture.respond(Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no response within 5 s"));
    fixture.respond(Outcome.failed(ErrorKind.CONNECTION, 10, "the connection broke"));
    fixture.respond(Outcome.responded(503, 10));

    assertThat(limit()).isEqualTo(128);
    assertThat(fixture.inFlight).hasSize(128);
  }

  @ParameterizedTest
  @EnumSource(
      value = ErrorKind.class,
      names = {"REFUSED", "TIMEOUT", "CONNECTION"})
  void refused_not_established_in_time_and_no_route_halve_it(ErrorKind kind) {
    burst("https://hooks.example/", 300);

    fixture.respond(Outcome.failed(kind, 5_000, "no connection").asUnconnected());

    assertThat(limit()).isEqualTo(64);
  }

  @Test
  void the_setting_is_also_a_limit_for_the_start() {
    fixture = withLimit(3);
    burst("https://hooks.example/", 10);
    assertThat(fixture.inFlight).hasSize(3);
    fixture.respond(SLOW_SUCCESS);
    assertThat(fixture.inFlight).hasSize(3);
  }

  @Test
  void http_and_https_of_one_port_share_it_and_another_port_has_its_own() {
    fixture = withLimit(3);
    burst("https://hooks.example:8443/", 3);
    burst("http://hooks.example:8443/", 3);
    assertThat(fixture.inFlight).hasSize(3);
    burst("https://hooks.example/", 3);
    assertThat(fixture.inFlight).hasSize(6);
    burst("https://other.example/", 3);
    assertThat(fixture.inFlight).hasSize(9);
  }

  @Test
  void its_capacity_goes_first_to_the_customer_and_endpoint_with_the_fewest_in_flight() {
    fixture = withLimit(4);
    for (int i = 0; i < 6; i++) {
      fixture.subscribe("busy", "https://hooks.example/busy/" + i, "B" + i, "UPDATE");
      post("busy", "B" + i);
      post("busy", "B" + i);
    }
    assertThat(paths()).containsExactly("busy/0", "busy/0", "busy/1", "busy/1");
    fixture.subscribe("quiet", "https://hooks.example/quiet", "Q", "UPDATE");
    post("quiet", "Q");
    post("quiet", "Q");

    fixture.respond(SLOW_SUCCESS);
    assertThat(paths()).containsExactly("busy/0", "busy/1", "busy/1", "quiet");
    fixture.respond(SLOW_SUCCESS);
    assertThat(paths()).as("one against two").containsExactly("busy/1", "busy/1", "quiet", "quiet");
    fixture.respond(SLOW_SUCCESS);
    assertThat(paths()).containsExactly("busy/1", "quiet", "quiet", "busy/2");
  }

  @Test
  void endpoints_that_come_back_at_once_do_not_overtake_those_that_wait() {
    fixture = withLimit(2);
    for (int i = 0; i < 6; i++) {
      fixture.subscribe("https://hooks.example/" + i, "C", "UPDATE");
    }
    post(ShardFixture.CUSTOMER, "C");
    post(ShardFixture.CUSTOMER, "C"); // two messages for each
    for (int i = 0; i < 6; i++) {
      assertThat(paths().getFirst()).isEqualTo(Integer.toString(i));
      fixture.respond(SLOW_SUCCESS);
    }
  }

  @Test
  void its_free_capacity_is_offered_to_each_customer_so_that_a_busy_one_delays_no_other() {
    fixture =
        new ShardFixture(
            Rules.DEFAULT.withLimits(
                DeliveryLimits.DEFAULT.withInFlight(6, 32, 1 << 20).withInFlightPerHost(2, 2)));
    subscribeAndPost("third", "https://hooks.example/third", 2); // the host is full
    subscribeAndPost("busy", "https://busy1.example/", 2);
    subscribeAndPost("busy", "https://busy2.example/", 1);
    subscribeAndPost("busy", "https://hooks.example/busy", 1); // waits longest for the host
    subscribeAndPost("quiet", "https://hooks.example/quiet", 1);
    subscribeAndPost("third", "https://third.example/", 3); // the total is reached
    assertThat(fixture.inFlight).hasSize(6);
    List<Command> ends = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      ends.add(new Command.RecordOutcome(fixture.inFlight.remove().ticket(), SLOW_SUCCESS));
    }

    fixture.turn(ends);

    assertThat(fixture.inFlight.stream().map(send -> send.event().customerId()))
        .as("free capacity goes to those with none and one in flight, not to the one with three")
        .containsExactly("busy", "busy", "busy", "third", "quiet", "third");
  }

  private void subscribeAndPost(String customer, String url, int messages) {
    String objCode = "O" + fixture.nextRequest();
    fixture.subscribe(customer, url, objCode, "UPDATE");
    for (int i = 0; i < messages; i++) {
      post(customer, objCode);
    }
  }

  @Test
  void a_customer_that_would_be_first_again_gets_more_than_one_request_before_others() {
    fixture = withLimit(4);
    subscribeAndPost("busy", "https://hooks.example/busy", 3);
    subscribeAndPost("other", "https://hooks.example/other", 1);
    fixture.subscribe("busy", "https://hooks.example/more", "M", "UPDATE");
    fixture.subscribe("quiet", "https://hooks.example/quiet", "Q", "UPDATE");
    post("busy", "M");
    post("quiet", "Q");
    post("quiet", "Q");
    List<Command> ends = new ArrayList<>();
    for (int index : List.of(3, 0)) { // one of each that have some
      Effect.Send send = List.copyOf(fixture.inFlight).get(index);
      fixture.inFlight.remove(send);
      ends.add(new Command.RecordOutcome(send.ticket(), SLOW_SUCCESS));
    }

    fixture.turn(ends);

    assertThat(paths()).containsExactly("busy", "busy", "quiet", "quiet");
  }

  @Test
  void a_full_host_delays_no_endpoint_of_another() {
    burst("https://hooks.example/", 1_000);
    fixture.subscribe("https://quick.example/", "Q", "UPDATE");

    post(ShardFixture.CUSTOMER, "Q");

    assertThat(fixture.inFlight.getLast().target().url().text())
        .isEqualTo("https://quick.example/");
  }

  @Test
  void an_endpoint_that_is_paused_while_it_waits_leaves_its_capacity_to_others() {
    fixture = withLimit(1);
    burst("https://hooks.example/", 3);
    fixture.pause("https://hooks.example/1");

    fixture.respond(SLOW_SUCCESS);

    assertThat(paths()).containsExactly("2");
  }

  @Test
  void messages_that_wait_for_capacity_are_sent_when_it_is_free_however_late() {
    fixture = withLimit(1);
    burst("https://hooks.example/", 3);
    fixture.pass(Duration.ofHours(50));
    fixture.respond(SLOW_SUCCESS);
    fixture.respond(SLOW_SUCCESS);
    fixture.respond(SLOW_SUCCESS);
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.endpoint("https://hooks.example/2").successes()).isEqualTo(1);
  }

  private static ShardFixture withLimit(int most) {
    return new ShardFixture(
        Rules.DEFAULT.withLimits(DeliveryLimits.DEFAULT.withInFlightPerHost(most, 128)));
  }

  /** One event to each of a number of new endpoints below a URL. */
  private void burst(String url, int endpoints) {
    String objCode = "O" + fixture.nextRequest();
    for (int i = 0; i < endpoints; i++) {
      fixture.subscribe(url + i, objCode, "UPDATE");
    }
    post(ShardFixture.CUSTOMER, objCode);
  }

  private void post(String customer, String objCode) {
    String id = "e" + fixture.nextRequest();
    fixture.post(fixture.event(customer, id, objCode, "UPDATE", null));
  }

  private int limit() {
    Endpoint endpoint = fixture.endpoint("https://hooks.example/0");
    return endpoint.hostLimit();
  }

  /** The paths of the requests in flight, oldest first. */
  private List<String> paths() {
    return fixture.inFlight.stream()
        .map(Effect.Send::target)
        .map(target -> target.url().text().substring("https://hooks.example/".length()))
        .toList();
  }
}
