package io.posthorn.core.shard.codec;

import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCodec;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.SubscriptionCodec;
import java.util.ArrayList;
import java.util.List;

/** The wire format of commands between shards: kinds from 64 on, never reused. */
final class TransferCodec {
  private TransferCodec() {}

  static void write(ByteWriter out, Command.Transfer transfer) {
    switch (transfer) {
      case Command.OpenMoved c -> {
        c.former()
            .write(
                out.u8(72)
                    .varint(c.from())
                    .blob(SubscriptionCodec.encode(c.subscription()))
                    .blob(c.secret()));
        out.u64(c.sequence());
      }
      case Command.MoveAccepted c -> out.u8(65).blob(SubscriptionCodec.encode(c.subscription()));
      case Command.MoveRefused c ->
          CommandFields.id(out.u8(71), c.subscription())
              .u8(c.refusal().cause().number())
              .text(c.refusal().reason());
      case Command.MoveFinished c ->
          CommandFields.id(out.u8(73), c.subscription()).varint(c.from());
      case Command.ErasureStarted c -> out.u8(74).text(c.customerId()).varint(c.from());
      case Command.ForgetSubscription c -> CommandFields.id(out.u8(67), c.subscription());
      case Command.ImportMessage c -> adoption(out.u8(68), c);
      case Command.PassMessage c -> {
        c.message().write(out.u8(69).text(c.customerId()));
        CommandFields.id(out, c.endpoint());
      }
      case Command.ForgetMessage c -> c.message().write(out.u8(70).text(c.customerId()));
    }
  }

  static Command.Transfer read(int kind, ByteReader in) {
    return switch (kind) {
      case 72 ->
          new Command.OpenMoved(
              (int) in.varint(),
              SubscriptionCodec.decode(in.blob()),
              in.blob(),
              FormerOwners.read(in),
              in.u64());
      case 73 -> new Command.MoveFinished(CommandFields.subscriptionId(in), (int) in.varint());
      case 74 -> new Command.ErasureStarted(in.text(), (int) in.varint());
      case 65 -> new Command.MoveAccepted(SubscriptionCodec.decode(in.blob()));
      case 66 -> // of an earlier version, without a cause
          new Command.MoveRefused(CommandFields.subscriptionId(in), new Reply.Conflict(in.text()));
      case 71 ->
          new Command.MoveRefused(
              CommandFields.subscriptionId(in),
              new Reply.Conflict(Reply.Conflict.Cause.of(in.u8()), in.text()));
      case 67 -> new Command.ForgetSubscription(CommandFields.subscriptionId(in));
      case 68 -> adoption(in);
      case 69 ->
          new Command.PassMessage(in.text(), MessageId.read(in), CommandFields.endpointId(in));
      case 70 -> new Command.ForgetMessage(in.text(), MessageId.read(in));
      default ->
          throw new IllegalStateException(
              "A command has the kind " + kind + " of a newer version; update this node.");
    };
  }

  private static void adoption(ByteWriter out, Command.ImportMessage command) {
    command.message().id().write(out);
    out.blob(command.message().encode()).blob(EventCodec.encode(command.event()));
    out.varint(command.attempts().size());
    command.attempts().forEach(attempt -> out.blob(attempt.encode()));
  }

  private static Command.ImportMessage adoption(ByteReader in) {
    Message message = Message.decode(MessageId.read(in), in.blob());
    Event event = EventCodec.decode(in.blob(), 0);
    int count = (int) in.varint();
    List<Attempt> attempts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      attempts.add(Attempt.decode(in.blob()));
    }
    return new Command.ImportMessage(message, event, attempts);
  }
}
