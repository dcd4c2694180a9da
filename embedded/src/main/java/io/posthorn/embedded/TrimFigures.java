package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Reply;

/**
 * What went before its time since the start.
 *
 * @param bytes what the payloads and records weighed, before any compression
 */
public record TrimFigures(long payloads, long records, long bytes) {
  static final TrimFigures NONE = new TrimFigures(0, 0, 0);

  TrimFigures plus(Reply.Trimmed more) {
    return new TrimFigures(
        payloads + more.payloads(), records + more.records(), bytes + more.bytes());
  }
}
