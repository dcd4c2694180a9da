package io.posthorn.app.boot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MemoryBudgetTest {
  private static final long MIB = 1L << 20;

  @ParameterizedTest
  @CsvSource({
    "64, 32, 16, 32, 4, 8",
    "256, 77, 32, 32, 9, 19",
    "512, 128, 64, 64, 16, 32",
    "1024, 256, 128, 128, 32, 64",
    "24000, 6000, 128, 256, 64, 256",
  })
  void the_parts_follow_the_memory_up_to_what_they_can_use(
      long memory, long heap, long store, long storeOnKafka, long intake, long inFlight) {
    MemoryBudget budget = MemoryBudget.of(memory * MIB, heap * MIB);

    assertThat(budget.store() / MIB).isEqualTo(store);
    assertThat(budget.storeOnKafka() / MIB).isEqualTo(storeOnKafka);
    assertThat(budget.intake() / MIB).isEqualTo(intake);
    assertThat(budget.inFlight() / MIB).isEqualTo(inFlight);
  }

  @ParameterizedTest
  @CsvSource({"256, 77", "512, 128", "2048, 512"})
  void heap_and_store_leave_room_for_code_classes_and_threads(long memory, long heap) {
    MemoryBudget budget = MemoryBudget.of(memory * MIB, heap * MIB);

    assertThat(memory - heap - budget.store() / MIB).isGreaterThan(100);
  }
}
