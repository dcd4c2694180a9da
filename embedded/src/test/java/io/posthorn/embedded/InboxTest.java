package io.posthorn.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class InboxTest {
  private static final long FOREVER = TimeUnit.HOURS.toNanos(1);

  private final Inbox inbox = new Inbox(EmbeddedSettings.DEFAULT);

  /** Each command waits for the reply to the previous one: a lost wake-up would hang. */
  @Test
  void every_arrival_wakes_a_waiting_consumer() throws Exception {
    int rounds = 5_000;
    int callers = 3;
    List<Thread> threads = new ArrayList<>();
    for (int caller = 0; caller < callers; caller++) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < rounds; i++) {
                      order(i).reply().join();
                    }
                  }));
    }
    int replied = 0;
    while (replied < rounds * callers) {
      for (InboxItem item : inbox.take(FOREVER)) {
        ((InboxItem.CommandItem) item).reply().complete(Reply.DONE);
        replied++;
      }
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(inbox.isEmpty()).isTrue();
  }

  @Test
  void a_turn_takes_items_up_to_its_limit() throws Exception {
    int most = EmbeddedSettings.DEFAULT.commandsPerTurn();
    for (int i = 0; i <= most; i++) {
      order(i);
    }
    assertThat(inbox.take(FOREVER)).hasSize(most);
    assertThat(inbox.take(FOREVER)).hasSize(1);
    assertThat(inbox.take(1)).isEmpty();
  }

  @Test
  void a_wake_up_before_the_wait_is_not_lost() throws Exception {
    inbox.wakeUp();
    assertThat(inbox.take(FOREVER)).isEmpty();
  }

  private InboxItem.CommandItem order(int number) {
    Command command = new Command.ResumeDelivery(number, null);
    InboxItem.CommandItem order =
        new InboxItem.CommandItem(number, command, new CompletableFuture<>());
    inbox.offer(order);
    return order;
  }
}
