package io.posthorn.core.shard.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.SubscriptionFixture;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.DeliveryLimits;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.subscription.Subscription;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Access tokens by OAuth2 client credentials: when they are fetched, and what happens without. */
final class OAuth2Test {
  private static final String URL = ShardFixture.URL;
  private static final OAuth2Client CLIENT = client("id");
  private static final Outcome NO_TOKEN =
      Outcome.failed(ErrorKind.AUTH, 7, "The token server responded with status 500.");
  private static final Duration HOUR = Duration.ofHours(1);

  private ShardFixture fixture = ShardFixture.withDefaults();

  private static OAuth2Client client(String id) {
    return new OAuth2Client("https://login.example/token", id, new byte[] {1}, null, null);
  }

  private static EndpointOptions options(OAuth2Client client) {
    return EndpointOptions.NONE.withOAuth2(client);
  }

  private void subscribe() {
    fixture.subscribe(URL);
    fixture.configure(URL, options(CLIENT));
  }

  private Endpoint endpoint() {
    return fixture.endpoint(URL);
  }

  private List<Effect.FetchToken> fetches() {
    return fixture.effects(Effect.FetchToken.class);
  }

  private TokenResult.AccessToken give(String token, Duration usable) {
    return give(fetches().getLast(), token, usable);
  }

  private TokenResult.AccessToken give(Effect.FetchToken fetch, String token, Duration usable) {
    var result = new TokenResult.AccessToken(token, usable.toMillis());
    fixture.turn(List.of(new Command.RecordToken(fetch.ticket(), result)));
    return result;
  }

  private void refuse() {
    fixture.turn(
        List.of(
            new Command.RecordToken(
                fetches().getLast().ticket(), new TokenResult.NoToken(NO_TOKEN))));
    reportWithoutSending();
  }

  /** As the sender does: the outcome of a request without a token is the reason. */
  private void reportWithoutSending() {
    for (Effect.Send send : List.copyOf(fixture.inFlight)) {
      if (send.target().token() instanceof TokenResult.NoToken none) {
        fixture.respond(send, none.outcome());
      }
    }
  }

  @Test
  void a_token_is_fetched_before_the_attempt_starts_and_uses_no_capacity() {
    subscribe();
    assertThat(fetches()).isEmpty(); // nothing needs one yet

    EventKey event = fixture.post();

    assertThat(fetches()).hasSize(1);
    assertThat(fetches().getFirst().client()).isEqualTo(CLIENT);
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fixture.metrics().inFlight()).isZero();
    fixture.pass(Duration.ofSeconds(4));
    var token = give("one", HOUR);
    assertThat(fixture.sent().target().token()).isSameAs(token);
    assertThat(fixture.sent().ticket().startedAt()).isEqualTo(fixture.now());
    fixture.succeed();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
    assertThat(fixture.attempts(event)).hasSize(1);
  }

  @Test
  void one_token_serves_all_messages_and_one_call_is_made_at_a_time() {
    subscribe();
    fixture.postMany(20);
    assertThat(fetches()).hasSize(1);
    give("one", HOUR);
    fixture.postMany(20);
    fixture.succeedAll();
    assertThat(fetches()).hasSize(1);
    assertThat(fixture.effects(Effect.Send.class)).hasSize(40);
  }

  @ParameterizedTest
  @CsvSource({"3600, 3540", "300, 240", "10, 8", "1, 0.8"})
  void it_is_renewed_before_it_ends_while_requests_continue(long usable, double renewed) {
    subscribe();
    fixture.post();
    var first = give("one", Duration.ofSeconds(usable));
    fixture.succeed();
    long renewal = (long) (renewed * 1_000);
    fixture.goTo(Duration.ofMillis(renewal - 1));
    fixture.post();
    assertThat(fetches()).hasSize(1);
    fixture.succeed();
    fixture.goTo(Duration.ofMillis(renewal));
    fixture.post();
    assertThat(fetches()).hasSize(2);
    assertThat(fixture.sent().target().token()).isSameAs(first);
    fixture.succeed();
    var second = give("two", HOUR);
    fixture.post();
    assertThat(fixture.sent().target().token()).isSameAs(second);
    assertThat(fetches()).hasSize(2);
  }

  @Test
  void an_ended_token_is_not_used() {
    subscribe();
    fixture.post();
    give("one", Duration.ofSeconds(10));
    fixture.succeed();
    fixture.goTo(Duration.ofSeconds(10));
    fixture.post();
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fetches()).hasSize(2);
  }

  @Test
  void a_token_that_ends_while_messages_wait_for_capacity_is_not_used_either() {
    subscribe();
    fixture.postMany(10);
    give("one", Duration.ofSeconds(10));
    assertThat(fixture.inFlight).hasSize(3); // of 4, one is for retries
    fixture.goTo(Duration.ofSeconds(10));
    fixture.succeed();
    assertThat(fixture.inFlight).hasSize(2);
    assertThat(fetches()).hasSize(2);
    give("two", HOUR);
    assertThat(fixture.inFlight).hasSizeGreaterThan(2);
  }

  @Test
  void a_failed_renewal_records_nothing_while_the_token_lasts() {
    subscribe();
    fixture.post();
    give("one", HOUR);
    fixture.succeed();
    fixture.goTo(Duration.ofMinutes(59));
    fixture.post();
    fixture.succeed();
    refuse();
    fixture.goTo(Duration.ofMinutes(59).plusMillis(9_999));
    fixture.post();
    fixture.succeed();
    assertThat(fetches()).hasSize(2);
    fixture.goTo(Duration.ofMinutes(59).plusSeconds(10));
    fixture.post();
    assertThat(fetches()).hasSize(3);
    fixture.succeed();
    assertThat(endpoint().failures()).isZero();
    assertThat(endpoint().stored().noTokenUntil()).isZero();
  }

  @Test
  void without_a_token_one_message_records_a_failed_attempt_that_the_circuit_counts() {
    subscribe();
    List<EventKey> events = fixture.postMany(50);

    refuse();

    assertThat(fixture.attempts(events.getFirst()))
        .singleElement()
        .satisfies(
            attempt -> {
              assertThat(attempt.outcome().error()).isEqualTo(ErrorKind.AUTH);
              assertThat(attempt.outcome().detail()).contains("status 500");
              assertThat(attempt.nextAt()).isEqualTo(ShardFixture.START + 84_800);
            });
    assertThat(fixture.effects(Effect.AttemptRecorded.class)).hasSize(1);
    assertThat(endpoint().circuit().consecutiveFailures()).isEqualTo(1);
    assertThat(endpoint().inFlightLimit(DeliveryLimits.DEFAULT)).isEqualTo(4);
    assertThat(fetches()).hasSize(1);
  }

  @Test
  void then_nothing_starts_for_1_2_4_8_10_and_10_minutes() {
    subscribe();
    fixture.postMany(50);
    refuse();
    Duration time = Duration.ZERO;
    int count = 1;
    for (int minutes : List.of(1, 2, 4, 8, 10, 10)) {
      time = time.plusMinutes(minutes);
      fixture.goTo(time.minusMillis(1));
      fixture.post();
      assertThat(fetches()).hasSize(count);
      fixture.goTo(time);
      assertThat(fetches()).hasSize(++count);
      refuse();
      assertThat(fixture.effects(Effect.AttemptRecorded.class)).hasSize(count);
      assertThat(fixture.inFlight).isEmpty();
    }
  }

  @Test
  void a_token_begins_the_waits_anew() {
    subscribe();
    fixture.postMany(2);
    refuse();
    fixture.goTo(Duration.ofMinutes(1));
    refuse();
    fixture.goTo(Duration.ofMinutes(3));
    give("one", Duration.ofSeconds(10));
    fixture.succeedAll();
    fixture.pass(Duration.ofSeconds(20));
    fixture.post();
    refuse();
    assertThat(endpoint().stored().noTokenUntil())
        .isEqualTo(fixture.now() + Duration.ofMinutes(1).toMillis());
  }

  @Test
  void the_wait_survives_a_restart_and_the_token_does_not() {
    subscribe();
    fixture.postMany(3);
    refuse();
    fixture.goTo(Duration.ofMinutes(1));
    refuse();
    fixture.restart();
    int before = fetches().size();
    fixture.goTo(Duration.ofMinutes(3).minusMillis(1));
    assertThat(fetches()).hasSize(before);
    fixture.goTo(Duration.ofMinutes(3));
    assertThat(fetches()).hasSize(before + 1);
    refuse();
    assertThat(endpoint().stored().tokenFailures()).isEqualTo(3);
    fixture.goTo(Duration.ofMinutes(7));
    give("one", HOUR);
    fixture.succeedAll();
    fixture.restart();
    fixture.post();
    assertThat(fetches()).hasSize(before + 3);
    assertThat(fixture.inFlight).isEmpty();
  }

  @Test
  void a_large_backlog_costs_one_attempt_for_each_wait() {
    subscribe();
    fixture.postMany(5_000);
    refuse();
    for (int i = 0; i < 1_000 && fixture.time().compareTo(Duration.ofHours(2)) < 0; i++) {
      int before = fetches().size();
      fixture.pass(Duration.ofMinutes(1));
      if (fetches().size() > before) {
        refuse();
      }
    }
    // at 0, 1, 3, 7, 15, 25, 35 ... 115 minutes
    assertThat(fixture.effects(Effect.AttemptRecorded.class)).hasSize(15);
    assertThat(fetches()).hasSize(15);
  }

  @Test
  void probes_keep_their_interval() {
    fixture = new ShardFixture(ShardFixture.disablingAfter(3));
    subscribe();
    EventKey event = fixture.post();
    fixture.postMany(5);
    refuse();
    fixture.goTo(Duration.ofMinutes(1));
    refuse();
    fixture.goTo(Duration.ofMinutes(3));
    refuse();
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.DISABLED);
    for (int minutes : List.of(13, 23, 33)) {
      int before = fetches().size();
      fixture.goTo(Duration.ofMinutes(minutes).minusMillis(1));
      assertThat(fetches()).hasSize(before);
      fixture.goTo(Duration.ofMinutes(minutes));
      assertThat(fetches()).hasSize(before + 1);
      refuse();
      assertThat(fixture.effects(Effect.AttemptRecorded.class).getLast().attempt().probe())
          .isTrue();
    }
    fixture.goTo(Duration.ofMinutes(43));
    give("one", HOUR);
    assertThat(fixture.sent().ticket().probe()).isTrue();
    fixture.succeed();
    assertThat(endpoint().circuit().state()).isEqualTo(CircuitState.ENABLED);
    fixture.succeedAll();
    assertThat(fixture.message(event).status()).isEqualTo(MessageStatus.DELIVERED);
  }

  @Test
  void a_401_discards_the_token_that_it_was_sent_with_and_the_attempt_has_failed() {
    subscribe();
    EventKey event = fixture.post();
    give("one", HOUR);
    fixture.respond(Outcome.responded(401, 10));
    assertThat(fixture.attempts(event)).hasSize(1);
    assertThat(endpoint().failures()).isEqualTo(1);
    assertThat(fetches()).hasSize(1);
    fixture.goTo(Duration.ofMillis(84_800));
    assertThat(fetches()).hasSize(2);
    var second = give("two", HOUR);
    assertThat(fixture.sent().target().token()).isSameAs(second);
  }

  @Test
  void a_late_401_does_not_discard_the_next_token() {
    subscribe();
    fixture.postMany(2);
    give("one", HOUR);
    fixture.respond(Outcome.responded(401, 10));
    fixture.post();
    var second = give("two", HOUR);
    Effect.Send late = fixture.inFlight.getFirst();
    assertThat(late.target().token()).isNotSameAs(second);
    fixture.respond(late, Outcome.responded(401, 10));
    fixture.post();
    assertThat(fetches()).hasSize(2);
    assertThat(fixture.inFlight.getLast().target().token()).isSameAs(second);
  }

  @Test
  void another_status_keeps_the_token() {
    subscribe();
    fixture.post();
    give("one", HOUR);
    fixture.respond(Outcome.responded(403, 10));
    fixture.post();
    assertThat(fetches()).hasSize(1);
  }

  @Test
  void a_changed_client_fetches_at_once_and_the_result_for_the_old_one_is_ignored() {
    subscribe();
    fixture.post();
    refuse();
    fixture.post();
    fixture.configure(URL, options(client("other")));
    assertThat(fetches()).hasSize(2);
    assertThat(fetches().getLast().client().clientId()).isEqualTo("other");
    Effect.FetchToken old = fetches().getLast();
    fixture.configure(URL, options(CLIENT));
    give(old, "of the other client", HOUR);
    assertThat(fixture.inFlight).isEmpty();
    give("one", HOUR);
    assertThat(fixture.inFlight).hasSize(1);
  }

  @Test
  void a_change_of_something_else_keeps_the_wait() {
    subscribe();
    fixture.post();
    refuse();
    fixture.configure(URL, options(client("id")));
    fixture.post();
    assertThat(fetches()).hasSize(1);
  }

  @Test
  void without_the_client_messages_leave_at_once() {
    subscribe();
    fixture.post();
    refuse();
    fixture.post();
    fixture.configure(URL, EndpointOptions.NONE);
    assertThat(fixture.sent().target().token()).isNull();
  }

  @Test
  void a_failure_that_comes_while_the_endpoint_is_paused_is_not_recorded() {
    subscribe();
    EventKey event = fixture.post();
    fixture.pause(URL);
    refuse();
    assertThat(fixture.attempts(event)).isEmpty();
    fixture.pass(Duration.ofMinutes(5));
    fixture.resume(URL);
    assertThat(fixture.inFlight).isEmpty();
    assertThat(fetches()).hasSize(2);
    give("one", HOUR);
    assertThat(fixture.eventsInFlight()).containsExactly(event);
  }

  @Test
  void enabling_a_paused_endpoint_ends_the_wait() {
    subscribe();
    fixture.postMany(2);
    refuse();
    fixture.pause(URL);
    fixture.enable(URL);
    assertThat(fetches()).hasSize(2);
  }

  @Test
  void an_endpoint_cannot_have_a_client_and_a_subscription_with_a_token() {
    Subscription plain = fixture.subscribe(URL);
    Subscription withToken =
        SubscriptionFixture.like(fixture.draft(URL, "OTHER", "*")).token(new byte[] {7}).done();
    fixture.create(withToken);
    assertTwoAuthorizations(fixture.configure(URL, options(CLIENT)));
    assertThat(endpoint().oauth2()).isNull();

    fixture.delete(withToken);
    assertThat(fixture.configure(URL, options(CLIENT))).isEqualTo(Reply.DONE);

    Subscription again =
        SubscriptionFixture.like(fixture.draft(URL, "OTHER", "*")).token(new byte[] {7}).done();
    assertTwoAuthorizations(fixture.create(again));
    Subscription changed =
        SubscriptionFixture.like(plain).token(new byte[] {7}).modified(fixture.now() + 1).done();
    assertTwoAuthorizations(fixture.change(changed, plain.modifiedAt()));

    String elsewhere = "https://elsewhere.example/hook";
    Subscription other =
        SubscriptionFixture.like(fixture.draft(elsewhere, "OTHER", "*"))
            .token(new byte[] {7})
            .done();
    assertThat(fixture.create(other)).isEqualTo(Reply.DONE);
    Subscription moved = SubscriptionFixture.moved(other, URL, fixture.now() + 1);
    assertTwoAuthorizations(fixture.change(moved, other.modifiedAt()));
  }

  private static void assertTwoAuthorizations(Reply reply) {
    assertThat(reply)
        .isInstanceOfSatisfying(
            Reply.Conflict.class,
            conflict ->
                assertThat(conflict.cause()).isEqualTo(Reply.Conflict.Cause.TWO_AUTHORIZATIONS));
  }

  @Test
  void a_slow_token_server_of_one_endpoint_delays_no_other() {
    subscribe();
    fixture.post();
    fixture.subscribe("https://other.example/hook", "OTHER", "*");
    assertThat(fetches()).hasSize(1);
    fixture.post(fixture.event(ShardFixture.CUSTOMER, "other", "OTHER", "UPDATE", null));
    assertThat(fixture.sent().target().url().text()).isEqualTo("https://other.example/hook");
  }
}
