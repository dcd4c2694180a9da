package io.posthorn.core.shard.codec;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The wire format of replies between nodes. The first byte is the format, the second the kind of
 * reply; kinds are never reused.
 */
public final class ReplyCodec {
  private static final int FORMAT = 1;

  private ReplyCodec() {}

  public static byte[] encode(Reply reply) {
    ByteWriter out = new ByteWriter(64).u8(FORMAT);
    switch (reply) {
      case Reply.Accepted r -> receipts(out.u8(1), r.events());
      case Reply.Done _ -> out.u8(2);
      case Reply.Changed r -> changed(out, r);
      case Reply.NotFound _ -> out.u8(4);
      case Reply.OverLimit r -> out.u8(5).text(r.customerId()).varint(r.limit());
      case Reply.RemovedEarly r ->
          out.u8(6).varint(r.payloads()).varint(r.records()).varint(r.bytes()).flag(r.exhausted());
      case Reply.Conflict r -> out.u8(8).u8(r.cause().number()).text(r.reason());
    }
    return out.toBytes();
  }

  public static Reply decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A reply has a newer format than this node knows; update this node.");
    }
    int kind = in.u8();
    return switch (kind) {
      case 1 -> new Reply.Accepted(receipts(in));
      case 2 -> Reply.DONE;
      case 3 -> new Reply.Changed((int) in.varint(), null);
      case 9 -> new Reply.Changed((int) in.varint(), CommandFields.endpointId(in));
      case 4 -> Reply.NOT_FOUND;
      case 5 -> new Reply.OverLimit(in.text(), in.varint());
      case 6 ->
          new Reply.RemovedEarly((int) in.varint(), (int) in.varint(), in.varint(), in.flag());
      case 7 -> new Reply.Conflict(in.text()); // of an earlier version, without a cause
      case 8 -> new Reply.Conflict(Reply.Conflict.Cause.of(in.u8()), in.text());
      default ->
          throw new IllegalStateException(
              "A reply has the kind " + kind + " of a newer version; update this node.");
    };
  }

  private static void changed(ByteWriter out, Reply.Changed reply) {
    EndpointId next = reply.next();
    out.u8(next == null ? 3 : 9).varint(reply.count());
    if (next != null) {
      CommandFields.id(out, next);
    }
  }

  private static void receipts(ByteWriter out, List<Reply.Receipt> receipts) {
    out.varint(receipts.size());
    for (Reply.Receipt receipt : receipts) {
      out.text(receipt.eventId());
      receipt.key().write(out);
      out.flag(receipt.duplicate()).varint(receipt.messages() + 1L);
    }
  }

  private static List<Reply.Receipt> receipts(ByteReader in) {
    int count = (int) in.varint();
    List<Reply.Receipt> receipts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      receipts.add(
          new Reply.Receipt(in.text(), EventKey.read(in), in.flag(), (int) (in.varint() - 1)));
    }
    return receipts;
  }
}
