package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The stored entry of the messages that a turn accepted and that are in no lane, by endpoint: their
 * requests left in that turn, or were about to leave. Readers skip a message that has a record of
 * its own: it has ended, or is in a lane by now.
 */
public record FlightsEntry(Map<EndpointId, List<MessageId>> messages) {
  private static final int FORMAT = 1;
  private static final int ENDPOINT_BYTES = 18;
  private static final int MESSAGE_BYTES = 18;

  public byte[] encode() {
    int count = messages.values().stream().mapToInt(List::size).sum();
    ByteWriter out =
        new ByteWriter(6 + messages.size() * ENDPOINT_BYTES + count * MESSAGE_BYTES)
            .u8(FORMAT)
            .varint(messages.size());
    messages.forEach(
        (endpoint, ids) -> {
          out.u64(endpoint.high()).u64(endpoint.low()).varint(ids.size());
          for (MessageId id : ids) {
            id.event().write(out);
            out.varint(id.ordinal());
          }
        });
    return out.toBytes();
  }

  public static FlightsEntry decode(byte[] value) {
    ByteReader in = new ByteReader(value);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "The stored messages in flight have a newer format; start the version of Posthorn that wrote them.");
    }
    Map<EndpointId, List<MessageId>> messages = new LinkedHashMap<>();
    for (long left = in.varint(); left > 0; left--) {
      EndpointId endpoint = new EndpointId(in.u64(), in.u64());
      List<MessageId> ids = new ArrayList<>();
      for (long more = in.varint(); more > 0; more--) {
        ids.add(new MessageId(EventKey.read(in), (int) in.varint()));
      }
      messages.put(endpoint, ids);
    }
    return new FlightsEntry(messages);
  }
}
