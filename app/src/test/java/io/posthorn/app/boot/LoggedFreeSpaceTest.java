package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LoggedFreeSpaceTest {
  private final AtomicLong free = new AtomicLong(100);
  private final List<String> logged = new ArrayList<>();
  private final LoggedFreeSpace space =
      new LoggedFreeSpace(free::get, 100, (event, what) -> logged.add(event));

  @Test
  void each_change_is_logged_once() {
    assertThat(space.bytes()).isEqualTo(100);
    assertThat(logged).isEmpty();

    free.set(99);
    assertThat(space.bytes()).isEqualTo(99);
    free.set(1);
    assertThat(space.bytes()).isEqualTo(1);
    assertThat(logged).containsExactly("intake_stopped");

    free.set(100);
    assertThat(space.bytes()).isEqualTo(100);
    assertThat(space.bytes()).isEqualTo(100);
    assertThat(logged).containsExactly("intake_stopped", "intake_resumed");
  }
}
