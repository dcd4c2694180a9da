package io.posthorn.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tokens that log in to the console once. */
final class LoginLinksTest {
  private static final byte[] DIGEST = {1, 2, 3};

  private final AtomicLong now = new AtomicLong(1_000);
  private final InstantSource time = () -> Instant.ofEpochMilli(now.get());
  private final Clock clock = time.withZone(ZoneOffset.UTC);
  private final LoginLinks links = new LoginLinks(clock);

  @Test
  void a_token_works_once() {
    String token = links.create(DIGEST);

    assertThat(links.redeem(token)).contains(DIGEST);
    assertThat(links.redeem(token)).isEmpty();
  }

  @Test
  void a_token_ends_after_10_minutes() {
    String intime = links.create(DIGEST);
    String late = links.create(DIGEST);

    now.addAndGet(LoginLinks.LIFETIME.toMillis() - 1);
    assertThat(links.redeem(intime)).contains(DIGEST);
    now.addAndGet(1);
    assertThat(links.redeem(late)).isEmpty();
  }

  @Test
  void an_unknown_token_opens_nothing() {
    links.create(DIGEST);

    assertThat(links.redeem("")).isEmpty();
    assertThat(links.redeem("0".repeat(52))).isEmpty();
  }

  @Test
  void only_the_newest_tokens_are_kept() {
    String first = links.create(DIGEST);
    String second = links.create(DIGEST);
    for (int i = 0; i < 15; i++) {
      links.create(DIGEST);
    }

    assertThat(links.redeem(first)).isEmpty();
    assertThat(links.redeem(second)).contains(DIGEST);
  }
}
