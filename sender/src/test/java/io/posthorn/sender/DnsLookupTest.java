package io.posthorn.sender;

import static io.posthorn.sender.ScriptedServer.OK;
import static io.posthorn.sender.ScriptedServer.always;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.sender.guard.DnsLookup;
import io.posthorn.sender.guard.Resolver;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class DnsLookupTest {
  private final TestSender testSender = new TestSender();

  @AfterEach
  void close() {
    testSender.close();
  }

  @Test
  void a_name_without_an_address_is_a_dns_failure() {
    Outcome outcome = testSender.send("https://nowhere.test/");

    assertThat(outcome.error()).isEqualTo(ErrorKind.DNS);
    assertThat(outcome.detail()).contains("nowhere.test");
  }

  @Test
  void the_deadline_includes_a_lookup_that_hangs() {
    Outcome outcome =
        testSender.send(TestMessage.to("https://hanging.test/").timeout(Duration.ofMillis(300)));

    assertThat(outcome.error()).isEqualTo(ErrorKind.TIMEOUT);
    assertThat(outcome.detail()).contains("DNS lookup was not finished");
    assertThat(outcome.durationMillis()).isBetween(300L, 4_000L);
  }

  @Test
  void hundreds_of_names_that_hang_keep_no_known_name_waiting() throws IOException {
    testSender.resolver.resolves("known.test", "127.0.0.1");
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      assertThat(testSender.send(server.url("known.test")).success()).isTrue();
      for (int i = 0; i < 300; i++) {
        CompletableFuture<Outcome> _ =
            testSender.start(TestMessage.to("https://hanging" + i + ".test/"));
      }
      await().until(() -> testSender.resolver.hanging() >= 128);

      Outcome outcome = testSender.send(server.url("known.test"));

      assertThat(outcome.success()).isTrue();
      assertThat(outcome.durationMillis()).isLessThan(4_000);
    }
  }

  @Test
  void a_hanging_name_is_looked_up_once_at_a_time() {
    for (int i = 0; i < 50; i++) {
      CompletableFuture<Outcome> _ = testSender.start(TestMessage.to("https://hanging.test/" + i));
    }
    await().until(() -> testSender.resolver.hanging() >= 1);
    testSender.resolver.resolves("other.test", "10.1.2.3");

    assertThat(testSender.send("https://other.test/").error()).isEqualTo(ErrorKind.BLOCKED_ADDRESS);
    assertThat(testSender.resolver.hanging()).isEqualTo(1);
  }

  @Test
  void a_lookup_result_is_cached_for_a_while_and_then_refreshed() {
    AtomicInteger asked = new AtomicInteger();
    Resolver counting =
        host -> List.of(InetAddress.ofLiteral("192.0.2." + asked.incrementAndGet()));
    try (DnsLookup kept = new DnsLookup(counting, Duration.ofMinutes(1), Duration.ZERO);
        DnsLookup notKept = new DnsLookup(counting, Duration.ZERO, Duration.ZERO)) {
      assertThat(kept.addressesOf("a.test").join()).isEqualTo(kept.addressesOf("a.test").join());
      assertThat(notKept.addressesOf("a.test").join())
          .isNotEqualTo(notKept.addressesOf("a.test").join());
      assertThat(asked).hasValue(3);
    }
  }

  @Test
  void a_failed_lookup_is_cached_too_but_for_a_shorter_time() {
    AtomicInteger asked = new AtomicInteger();
    Resolver failing =
        host -> {
          asked.incrementAndGet();
          throw new UnknownHostException(host);
        };
    try (DnsLookup kept = new DnsLookup(failing, Duration.ZERO, Duration.ofMinutes(1));
        DnsLookup notKept = new DnsLookup(failing, Duration.ofMinutes(1), Duration.ZERO)) {
      for (DnsLookup lookup : List.of(kept, kept, notKept, notKept)) {
        assertThat(lookup.addressesOf("a.test"))
            .failsWithin(Duration.ofSeconds(5))
            .withThrowableThat()
            .withCauseInstanceOf(UnknownHostException.class);
      }
      assertThat(asked).hasValue(3);
    }
  }

  @Test
  void addresses_are_kept_for_10_s_and_failures_for_1_s() {
    assertThat(DnsLookup.GOOD_FOR).isEqualTo(Duration.ofSeconds(10));
    assertThat(DnsLookup.BAD_FOR).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void an_address_is_not_looked_up() {
    try (DnsLookup lookup =
        new DnsLookup(
            host -> {
              throw new AssertionError("asked for " + host);
            },
            Duration.ZERO,
            Duration.ZERO)) {
      assertThat(lookup.addressesOf("192.0.2.1").join())
          .containsExactly(InetAddress.ofLiteral("192.0.2.1"));
      assertThat(lookup.addressesOf("2001:db8::1").join())
          .containsExactly(InetAddress.ofLiteral("2001:db8::1"));
    }
  }
}
