package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Command;
import org.apache.kafka.common.header.Headers;

/**
 * Marks a command for all shards. It is written once, for the first shard, which passes it on in
 * the transaction in which it obeys: all hear of it or none, and of two such commands in the same
 * order.
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

  /** What the others are told: who gave the command is on the first one's record. */
  static Command forOthers(Command command) {
    return command instanceof Command.Audited audited ? audited.command() : command;
  }
}
