package io.posthorn.core.store;

final class InMemoryShardStoreTest extends ShardStoreContract {
  @Override
  protected ShardStore openEmpty() {
    return new InMemoryShardStore();
  }
}
