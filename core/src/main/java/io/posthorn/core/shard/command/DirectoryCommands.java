package io.posthorn.core.shard.command;

import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.shard.state.ShardState;
import io.posthorn.core.store.ByteWriter;
import org.jspecify.annotations.Nullable;

/** The commands about customers, API keys and the audit log. */
public final class DirectoryCommands {
  static final Reply.Conflict BEING_ERASED =
      new Reply.Conflict(
          Reply.Conflict.Cause.CUSTOMER_ERASING,
          "The customer is being erased; retry when the erasure has finished.");

  private final ShardState state;

  public DirectoryCommands(ShardState state) {
    this.state = state;
  }

  public void putCustomer(Command.PutCustomer command) {
    if (erasing(command.customerId())) {
      state.reply(command.request(), BEING_ERASED);
      return;
    }
    byte[] key = Directory.customerKey(command.customerId());
    if (state.store.get(key) == null) {
      state.store.put(key, new ByteWriter(8).u64(state.now()).toBytes());
    }
    state.reply(command.request(), Reply.DONE);
  }

  public void putKey(Command.PutKey command) {
    if (erasing(command.key().customerId())) {
      state.reply(command.request(), BEING_ERASED);
      return;
    }
    state.store.put(Directory.keyKey(command.key().digest()), command.key().encode());
    state.reply(command.request(), Reply.DONE);
  }

  private boolean erasing(@Nullable String customerId) {
    return customerId != null && state.erasing.contains(customerId);
  }

  public void deleteKey(Command.DeleteKey command) {
    byte[] key = Directory.keyKey(command.digest());
    boolean there = state.store.get(key) != null;
    state.store.delete(key);
    state.reply(command.request(), there ? Reply.DONE : Reply.NOT_FOUND);
  }

  public void audit(@Nullable AuditEntry entry) {
    if (entry != null && !state.refused()) {
      state.store.put(Directory.auditKey(state.now(), state.nextOwnKey()), entry.encode());
    }
  }
}
