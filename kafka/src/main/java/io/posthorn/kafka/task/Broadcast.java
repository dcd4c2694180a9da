package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import org.apache.kafka.common.header.Headers;

/**
 * A header that marks a command for all shards. The command is written once, to the first shard,
 * which forwards it in the transaction that executes it: all shards receive it or none, and all
 * receive two such commands in the same order.
 */
public final class Broadcast {
  private static final String HEADER = "posthorn-for-all";

  private Broadcast() {}

  public static void stamp(Headers headers) {
    headers.add(HEADER, new byte[0]);
  }

  static boolean isOn(Headers headers) {
    return headers.lastHeader(HEADER) != null;
  }

  /** The command as the other shards get it: only the first shard records the audit entry. */
  static Command forOthers(Command command) {
    return command instanceof Command.Audited audited ? audited.command() : command;
  }
}
