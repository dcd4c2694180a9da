package io.posthorn.core.shard;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.store.ByteWriter;

/** Customers, keys, and the record of who changed what. */
final class DirectoryCommands {
  private final ShardState state;

  DirectoryCommands(ShardState state) {
    this.state = state;
  }

  void putCustomer(Command.PutCustomer command) {
    byte[] key = Directory.customerKey(command.customerId());
    if (state.store.get(key) == null) {
      state.store.put(key, new ByteWriter(8).u64(state.now).toBytes());
    }
    state.answer(command.request(), Reply.DONE);
  }

  void putKey(Command.PutKey command) {
    state.store.put(Directory.keyKey(command.key().digest()), command.key().encode());
    state.answer(command.request(), Reply.DONE);
  }

  void deleteKey(Command.DeleteKey command) {
    byte[] key = Directory.keyKey(command.digest());
    boolean there = state.store.get(key) != null;
    state.store.delete(key);
    state.answer(command.request(), there ? Reply.DONE : Reply.NOT_FOUND);
  }

  void audit(AuditEntry entry) {
    if (!state.refused) {
      state.store.put(Directory.auditKey(state.now, state.nextOwnKey()), entry.encode());
    }
  }
}
