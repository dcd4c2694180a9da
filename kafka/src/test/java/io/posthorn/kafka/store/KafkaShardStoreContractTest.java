package io.posthorn.kafka.store;

import io.posthorn.core.store.ShardStore;
import io.posthorn.core.store.ShardStoreContract;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

/** The shard store contract, on the real stores of a task. */
final class KafkaShardStoreContractTest extends ShardStoreContract {
  @TempDir Path parent;
  private final List<TaskStores> opened = new ArrayList<>();

  @Override
  protected ShardStore openEmpty() {
    opened.add(TaskStores.open(parent.resolve("state-" + opened.size())));
    return opened.getLast().store(WriteObserver.NONE);
  }

  @AfterEach
  void close() {
    opened.forEach(TaskStores::close);
  }
}
