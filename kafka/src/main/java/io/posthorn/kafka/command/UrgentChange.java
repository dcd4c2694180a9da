package io.posthorn.kafka.command;

import io.posthorn.core.directory.Directory;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.kafka.directory.DirectoryEntries;
import org.jspecify.annotations.Nullable;

/**
 * A directory change that must not wait for a shard: a revoked key or a delivery pause. The node
 * that gets the command writes it to the directory itself, so all nodes act on it, also if the
 * shard that executes the command cannot run. The shard writes the same change again.
 *
 * @param value null removes the key
 */
record UrgentChange(byte[] key, byte @Nullable [] value) {
  /** The change of a command; null if it is not urgent, or changes nothing. */
  static @Nullable UrgentChange of(Command command, DirectoryEntries directory) {
    return switch (command) {
      case Command.Audited audited -> of(audited.command(), directory);
      case Command.PauseDelivery pause ->
          new UrgentChange(Directory.pauseKey(pause.customerId()), new byte[] {1});
      case Command.DeleteKey delete -> {
        byte[] key = Directory.keyKey(delete.digest());
        yield directory.get(key) == null ? null : new UrgentChange(key, null);
      }
      default -> null;
    };
  }
}
