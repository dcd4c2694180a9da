package io.posthorn.core.shard.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.event.Event;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.Effect;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The client certificate of an endpoint: an operational event comes 14 d before its end. */
final class CertificateExpiryTest {
  private static final String URL = ShardFixture.URL;
  private static final Duration END = Duration.ofDays(60);
  private static final Duration NOTICE = END.minus(Duration.ofDays(14));

  private final ShardFixture fixture = ShardFixture.withDefaults();

  @BeforeEach
  void subscribe() {
    fixture.subscribe(URL);
    fixture.subscribe("https://reader.example/events", "POSTHORN_ENDPOINT", "*");
  }

  private void configure(int number, Duration end) {
    ClientCertificate certificate =
        new ClientCertificate(new byte[] {(byte) number}, ShardFixture.START + end.toMillis());
    fixture.configure(URL, EndpointOptions.NONE.withClientCertificate(certificate));
  }

  private List<String> events() {
    return fixture.effects(Effect.Send.class).stream()
        .map(Effect.Send::event)
        .map(Event::eventType)
        .toList();
  }

  @Test
  void the_event_comes_14_d_before_the_end_and_says_when_that_is() {
    configure(1, END);
    fixture.goTo(NOTICE.minusMillis(1));
    assertThat(fixture.metrics().certificatesExpiring()).isZero();
    assertThat(events()).isEmpty();

    fixture.goTo(NOTICE);
    assertThat(fixture.metrics().certificatesExpiring()).isOne();

    assertThat(events()).containsExactly("certificate_expiring");
    assertThat(fixture.sent().event().objId()).isEqualTo(fixture.id(URL).toString());
    assertThat(ShardFixture.newState(fixture.sent().event()))
        .contains("\"certificateExpiresAt\":\"2026-03-02T00:00:00Z\"");
  }

  @Test
  void it_comes_once_also_over_restarts() {
    configure(1, END);
    fixture.goTo(NOTICE);
    fixture.succeed();
    fixture.restart();
    fixture.goTo(END.plusDays(1));
    assertThat(events()).hasSize(1);
  }

  @Test
  void a_certificate_that_ends_sooner_is_reported_at_once() {
    configure(1, Duration.ofDays(3));
    fixture.settle();
    assertThat(events()).containsExactly("certificate_expiring");
  }

  @Test
  void a_new_certificate_is_reported_again_and_the_old_one_no_more() {
    configure(1, END);
    fixture.goTo(NOTICE.minusDays(1));
    configure(2, END.plusDays(300));
    fixture.goTo(NOTICE.plusDays(100));
    assertThat(events()).isEmpty();
    fixture.goTo(NOTICE.plusDays(300));
    assertThat(events()).containsExactly("certificate_expiring");
  }

  @Test
  void it_comes_also_while_the_endpoint_is_paused() {
    configure(1, END);
    fixture.pause(URL);
    fixture.succeed();
    fixture.goTo(NOTICE);
    assertThat(events()).containsExactly("paused", "certificate_expiring");
  }

  @Test
  void requests_carry_the_sealed_certificate() {
    configure(7, END);
    fixture.post();
    ClientCertificate sent = fixture.sent().target().settings().options().clientCertificate();
    assertThat(sent)
        .isEqualTo(new ClientCertificate(new byte[] {7}, ShardFixture.START + END.toMillis()));
  }
}
