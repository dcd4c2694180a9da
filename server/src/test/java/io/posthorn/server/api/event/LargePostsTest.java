package io.posthorn.server.api.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.posthorn.engine.error.Refusal;
import io.posthorn.engine.error.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LargePostsTest {
  private static final int LARGE = LargePosts.LARGE;

  @Test
  void a_large_post_without_a_permit_is_refused_as_by_a_full_intake() {
    LargePosts posts = new LargePosts(2 * LARGE, Duration.ZERO);
    try (LargePosts.Permit _ = posts.enter(LARGE);
        LargePosts.Permit _ = posts.enter(LARGE)) {
      assertThatExceptionOfType(RefusedException.class)
          .isThrownBy(() -> posts.enter(LARGE))
          .satisfies(e -> assertThat(e.reason()).isEqualTo(Refusal.INTAKE_FULL));
    }
  }

  @Test
  void a_small_post_needs_no_permit() {
    LargePosts posts = new LargePosts(LARGE, Duration.ZERO);
    try (LargePosts.Permit _ = posts.enter(LARGE);
        LargePosts.Permit none = posts.enter(LARGE - 1)) {
      assertThat(none).isSameAs(LargePosts.Permit.NONE);
    }
  }

  @Test
  void a_large_post_waits_for_a_permit() throws Exception {
    LargePosts posts = new LargePosts(LARGE, Duration.ofHours(1));
    LargePosts.Permit first = posts.enter(LARGE);
    CompletableFuture<Void> second =
        CompletableFuture.runAsync(() -> posts.enter(LARGE).close(), Thread::startVirtualThread);
    assertThat(second).isNotDone();
    first.close();
    second.get();
    posts.enter(LARGE).close(); // both have left
  }
}
