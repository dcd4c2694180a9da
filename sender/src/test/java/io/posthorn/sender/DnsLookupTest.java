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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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
  void thousands_of_names_that_hang_for_one_customer_delay_no_other_customer() throws IOException {
    testSender.resolver.resolves("quick1.test", "127.0.0.1").resolves("quick2.test", "127.0.0.1");
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      for (int i = 0; i < 3_000; i++) {
        CompletableFuture<Outcome> _ =
            testSender.start(TestMessage.to("https://hanging" + i + ".test/").of("slow"));
      }
      await().until(() -> testSender.resolver.hanging() >= 128);

      for (String name : List.of("quick1.test", "quick2.test")) {
        Outcome outcome = testSender.send(TestMessage.to(server.url(name)).of("other"));

        assertThat(outcome.success()).isTrue();
        assertThat(outcome.durationMillis()).isLessThan(2_000);
      }
      assertThat(testSender.resolver.hanging()).isEqualTo(128);
    }
  }

  @Test
  void a_name_that_waits_for_one_customer_is_looked_up_at_once_for_another() throws IOException {
    testSender.resolver.resolves("shared.test", "127.0.0.1");
    try (ScriptedServer server = ScriptedServer.plain(always(OK))) {
      for (int i = 0; i < 128; i++) {
        CompletableFuture<Outcome> _ =
            testSender.start(TestMessage.to("https://hanging" + i + ".test/").of("slow"));
      }
      await().until(() -> testSender.resolver.hanging() == 128);
      CompletableFuture<Outcome> queued =
          testSender.start(TestMessage.to(server.url("shared.test")).of("slow"));

      Outcome outcome = testSender.send(TestMessage.to(server.url("shared.test")).of("other"));

      assertThat(outcome.success()).isTrue();
      assertThat(queued.join().success()).isTrue();
    }
  }

  @Test
  void a_lookup_without_waiting_callers_is_dropped() {
    AtomicInteger asked = new AtomicInteger();
    CountDownLatch hang = new CountDownLatch(1);
    Resolver hanging =
        host -> {
          asked.incrementAndGet();
          try {
            hang.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return List.of(InetAddress.ofLiteral("192.0.2.1"));
        };
    try (DnsLookup lookup = new DnsLookup(hanging, Duration.ZERO, Duration.ZERO)) {
      for (int i = 0; i < 500; i++) {
        CompletableFuture<List<InetAddress>> _ =
            lookup.addressesOf("slow", "name" + i + ".test", System.nanoTime());
      }
      assertThat(asked).as("already given up").hasValue(0);

      long soon = System.nanoTime() + Duration.ofMillis(300).toNanos();
      for (int i = 0; i < 500; i++) {
        CompletableFuture<List<InetAddress>> _ =
            lookup.addressesOf("slow", "name" + i + ".test", soon);
      }
      await().until(() -> asked.get() == 128);
      assertThat(lookup.waiting()).isEqualTo(372);
      await()
          .untilAsserted(
              () -> {
                lookup.sweep();
                assertThat(lookup.waiting()).isZero();
              });
      hang.countDown();

      assertThat(addresses(lookup, "name400.test").orTimeout(5, TimeUnit.SECONDS).join())
          .containsExactly(InetAddress.ofLiteral("192.0.2.1"));
      assertThat(asked).hasValue(129);
    } finally {
      hang.countDown();
    }
  }

  private static CompletableFuture<List<InetAddress>> addresses(DnsLookup lookup, String host) {
    return lookup.addressesOf("acme", host, System.nanoTime() + Duration.ofMinutes(1).toNanos());
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
      assertThat(addresses(kept, "a.test").join()).isEqualTo(addresses(kept, "a.test").join());
      assertThat(addresses(notKept, "a.test").join())
          .isNotEqualTo(addresses(notKept, "a.test").join());
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
        assertThat(addresses(lookup, "a.test"))
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
      assertThat(addresses(lookup, "192.0.2.1").join())
          .containsExactly(InetAddress.ofLiteral("192.0.2.1"));
      assertThat(addresses(lookup, "2001:db8::1").join())
          .containsExactly(InetAddress.ofLiteral("2001:db8::1"));
    }
  }
}
