package io.posthorn.sender.http1;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ReuseHistoryTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5); // nanoTime may overflow
  private final ReuseHistory history = new ReuseHistory(now::get);
  private final Peer peer = peer(1);

  private static Peer peer(int port) {
    return new Peer("acme", true, "receiver.test", port, InetAddress.ofLiteral("192.0.2.1"), null);
  }

  private void responded(int times) {
    for (int i = 0; i < times; i++) {
      history.responded(peer);
    }
  }

  @Test
  void a_single_end_does_not_stop_reuse() {
    history.ended(peer);

    assertThat(history.allows(peer)).isTrue();
  }

  @Test
  void two_ends_within_ten_reuses_stop_reuse_for_ten_minutes() {
    history.ended(peer);
    responded(8);
    history.ended(peer);

    assertThat(history.allows(peer)).isFalse();
    assertThat(history.allows(peer(2))).isTrue();
    now.addAndGet(Duration.ofMinutes(10).toNanos() - 1);
    assertThat(history.allows(peer)).isFalse();
    now.addAndGet(1);
    assertThat(history.allows(peer)).isTrue();
  }

  @Test
  void two_ends_further_apart_than_ten_reuses_do_not_stop_reuse() {
    history.ended(peer);
    responded(9);
    history.ended(peer);

    assertThat(history.allows(peer)).isTrue();
  }

  @Test
  void responses_of_requests_that_were_under_way_do_not_end_the_suspension() {
    history.ended(peer);
    history.ended(peer);
    responded(100);

    assertThat(history.allows(peer)).isFalse();
  }

  @Test
  void after_the_suspension_the_count_begins_anew() {
    history.ended(peer);
    history.ended(peer);
    now.addAndGet(Duration.ofMinutes(10).toNanos());

    history.ended(peer);
    assertThat(history.allows(peer)).isTrue();
    history.ended(peer);
    assertThat(history.allows(peer)).isFalse();
  }

  @Test
  void only_peers_with_recent_ends_are_remembered_and_not_too_many_of_them() {
    history.responded(peer);
    assertThat(history.size()).isZero();

    history.ended(peer);
    responded(10);
    assertThat(history.size()).isZero();

    history.ended(peer);
    history.ended(peer);
    now.addAndGet(Duration.ofMinutes(10).toNanos());
    history.sweep();
    assertThat(history.size()).isZero();

    for (int i = 0; i < ReuseHistory.MAX_PEERS + 50; i++) {
      history.ended(peer(i));
    }
    assertThat(history.size()).isEqualTo(ReuseHistory.MAX_PEERS);
  }
}
