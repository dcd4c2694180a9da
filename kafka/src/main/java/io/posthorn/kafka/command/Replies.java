package io.posthorn.kafka.command;

import io.posthorn.core.shard.protocol.Reply;

/** Merges the replies of several shards to one command. */
final class Replies {
  private Replies() {}

  /** A refusal wins; counts are added up. */
  static Reply merge(Reply one, Reply other) {
    if (Reply.refuses(one)) {
      return one;
    }
    if (Reply.refuses(other)) {
      return other;
    }
    if (one instanceof Reply.Changed a && other instanceof Reply.Changed b) {
      return new Reply.Changed(a.count() + b.count());
    }
    if (one instanceof Reply.Trimmed a && other instanceof Reply.Trimmed b) {
      return new Reply.Trimmed(
          a.payloads() + b.payloads(),
          a.records() + b.records(),
          a.bytes() + b.bytes(),
          a.exhausted() && b.exhausted());
    }
    return one;
  }
}
