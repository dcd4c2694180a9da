package io.posthorn.core.shard.codec;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Command.ConfigureEndpoint.NewSecrets;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionCodec;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.Set;
import java.util.TreeSet;

/**
 * The wire format of commands between nodes. The first byte is the format, the second the kind of
 * command; kinds are never reused.
 */
public final class CommandCodec {
  private static final int FORMAT = 1;

  private CommandCodec() {}

  public static byte[] encode(Command command) {
    ByteWriter out = new ByteWriter(256).u8(FORMAT);
    write(out, command);
    return out.toBytes();
  }

  public static Command decode(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException(
          "A command has a newer format than this node knows; update this node.");
    }
    return read(in);
  }

  private static void write(ByteWriter out, Command command) {
    switch (command) {
      case Command.AcceptEvents c ->
          CommandFields.arrivals(out.u8(34).u64(c.request()).u8(c.promised() ? 1 : 0), c.events());
      case Command.RecordOutcome c -> outcome(out.u8(2), c);
      case Command.RecordToken _ ->
          throw new IllegalArgumentException("an access token never leaves its process");
      case Command.ReturnRequest _ ->
          throw new IllegalArgumentException("a returned request never leaves its process");
      case Command.CreateSubscription c -> creation(out, c);
      case Command.ChangeSubscription c ->
          out.u8(4)
              .u64(c.request())
              .blob(SubscriptionCodec.encode(c.subscription()))
              .u64(c.seenModifiedAt())
              .blob(c.secret());
      case Command.DeleteSubscription c ->
          CommandFields.id(out.u8(5).u64(c.request()).text(c.customerId()), c.subscription());
      case Command.EnableEndpoint c ->
          CommandFields.id(out.u8(6).u64(c.request()).text(c.customerId()), c.endpoint());
      case Command.EnableEndpoints c -> enabling(out, c);
      case Command.PauseEndpoint c ->
          CommandFields.id(out.u8(8).u64(c.request()).text(c.customerId()), c.endpoint());
      case Command.ResumeEndpoint c ->
          CommandFields.id(out.u8(32).u64(c.request()).text(c.customerId()), c.endpoint());
      case Command.ConfigureEndpoint c -> configuration(out, c);
      case Command.SetSecrets c -> secrets(out, c);
      case Command.ReplayMessage c ->
          c.message().write(out.u8(11).u64(c.request()).text(c.customerId()));
      case Command.CancelMessage c ->
          c.message().write(out.u8(12).u64(c.request()).text(c.customerId()));
      case Command.RetryMessage c ->
          c.message().write(out.u8(26).u64(c.request()).text(c.customerId()));
      case Command.StartBulk c -> CommandFields.job(out.u8(13).u64(c.request()), c.job());
      case Command.PauseDelivery c -> out.u8(14).u64(c.request()).maybeText(c.customerId());
      case Command.ResumeDelivery c -> out.u8(15).u64(c.request()).maybeText(c.customerId());
      case Command.RemoveEarly c -> out.u8(16).u64(c.request()).u64(c.bytes());
      case Command.PutCustomer c -> out.u8(17).u64(c.request()).text(c.customerId());
      case Command.PutKey c ->
          out.u8(18).u64(c.request()).blob(c.key().digest()).blob(c.key().encode());
      case Command.DeleteKey c -> out.u8(19).u64(c.request()).blob(c.digest());
      case Command.Audited c -> write(out.u8(20).blob(c.entry().encode()), c.command());
      case Command.Note c -> out.u8(21).u64(c.request());
      case Command.EraseCustomer c -> out.u8(22).u64(c.request()).text(c.customerId());
      case Command.Transfer c -> TransferCodec.write(out, c);
    }
  }

  private static Command acceptEvents(ByteReader in) {
    long request = in.u64();
    boolean promised = in.u8() == 1;
    return new Command.AcceptEvents(request, CommandFields.arrivals(in), promised);
  }

  private static Command read(ByteReader in) {
    int kind = in.u8();
    return switch (kind) {
      case 34 -> acceptEvents(in);
      case 2 -> outcome(in);
      case 3 ->
          new Command.CreateSubscription(in.u64(), SubscriptionCodec.decode(in.blob()), in.blob());
      case 4 ->
          new Command.ChangeSubscription(
              in.u64(), SubscriptionCodec.decode(in.blob()), in.u64(), in.blob());
      case 5 ->
          new Command.DeleteSubscription(in.u64(), in.text(), CommandFields.subscriptionId(in));
      case 6 -> new Command.EnableEndpoint(in.u64(), in.text(), CommandFields.endpointId(in));
      case 7 ->
          new Command.EnableEndpoints(
              in.u64(), in.text(), CircuitState.of(in.u8()), EndpointSearch.ALL, null);
      case 33 ->
          new Command.EnableEndpoints(
              in.u64(),
              in.text(),
              CircuitState.of(in.u8()),
              EndpointSearch.ALL,
              CommandFields.endpointId(in));
      case 51 ->
          new Command.EnableEndpoints(
              in.u64(),
              in.text(),
              CircuitState.of(in.u8()),
              new EndpointSearch(in.text()),
              in.flag() ? CommandFields.endpointId(in) : null);
      case 8 -> new Command.PauseEndpoint(in.u64(), in.text(), CommandFields.endpointId(in));
      case 9 ->
          new Command.ConfigureEndpoint(
              in.u64(), in.text(), CommandFields.endpointId(in), EndpointSettings.read(in), null);
      case 10 ->
          new Command.SetSecrets(
              in.u64(), in.text(), CommandFields.endpointId(in), EndpointSecrets.read(in), null);
      case 11 -> new Command.ReplayMessage(in.u64(), in.text(), MessageId.read(in));
      case 12 -> new Command.CancelMessage(in.u64(), in.text(), MessageId.read(in));
      case 26 -> new Command.RetryMessage(in.u64(), in.text(), MessageId.read(in));
      case 13 -> new Command.StartBulk(in.u64(), CommandFields.job(in));
      case 14 -> new Command.PauseDelivery(in.u64(), in.maybeText());
      case 15 -> new Command.ResumeDelivery(in.u64(), in.maybeText());
      case 16 -> new Command.RemoveEarly(in.u64(), in.u64());
      case 17 -> new Command.PutCustomer(in.u64(), in.text());
      case 18 -> new Command.PutKey(in.u64(), ApiKey.decode(in.blob(), in.blob()));
      case 19 -> new Command.DeleteKey(in.u64(), in.blob());
      case 20 -> audited(in);
      case 21 -> new Command.Note(in.u64());
      case 22 -> new Command.EraseCustomer(in.u64(), in.text());
      case 23 ->
          new Command.ConfigureEndpoint(
              in.u64(),
              in.text(),
              CommandFields.endpointId(in),
              EndpointSettings.read(in),
              EndpointSettings.read(in));
      case 50 ->
          new Command.ConfigureEndpoint(
              in.u64(),
              in.text(),
              CommandFields.endpointId(in),
              EndpointSettings.readWithOptions(in),
              in.flag() ? EndpointSettings.readWithOptions(in) : null);
      case 52 -> configurationWithSecrets(in);
      case 24 ->
          new Command.SetSecrets(
              in.u64(),
              in.text(),
              CommandFields.endpointId(in),
              EndpointSecrets.read(in),
              in.blob());
      case 32 -> new Command.ResumeEndpoint(in.u64(), in.text(), CommandFields.endpointId(in));
      case 40 -> creation(in);
      default -> TransferCodec.read(kind, in);
    };
  }

  /**
   * Commands with and without identical subscriptions have separate kinds, for compatibility with
   * earlier versions.
   */
  private static void creation(ByteWriter out, Command.CreateSubscription command) {
    out.u8(command.allowedDuplicates().isEmpty() ? 3 : 40)
        .u64(command.request())
        .blob(SubscriptionCodec.encode(command.subscription()))
        .blob(command.secret());
    if (!command.allowedDuplicates().isEmpty()) {
      out.varint(command.allowedDuplicates().size());
      command.allowedDuplicates().forEach(id -> CommandFields.id(out, id));
    }
  }

  private static Command creation(ByteReader in) {
    long request = in.u64();
    Subscription subscription = SubscriptionCodec.decode(in.blob());
    byte[] secret = in.blob();
    Set<SubscriptionId> allowedDuplicates = new TreeSet<>();
    for (long count = in.varint(); count > 0; count--) {
      allowedDuplicates.add(CommandFields.subscriptionId(in));
    }
    return new Command.CreateSubscription(request, subscription, secret, allowedDuplicates);
  }

  /**
   * Settings with secrets, those with options, and those with and without the seen settings, are
   * four kinds: earlier versions knew fewer.
   */
  private static void configuration(ByteWriter out, Command.ConfigureEndpoint command) {
    EndpointSettings seen = command.seen();
    NewSecrets secrets = command.secrets();
    if (secrets != null) {
      secrets.secrets().write(out.u8(52));
      out.blob(secrets.seenCurrent());
      configuration(
          out,
          new Command.ConfigureEndpoint(
              command.request(),
              command.customerId(),
              command.endpoint(),
              command.settings(),
              seen));
      return;
    }
    if (command.settings().hasOptions() || (seen != null && seen.hasOptions())) {
      out.u8(50).u64(command.request()).text(command.customerId());
      command.settings().writeWithOptions(CommandFields.id(out, command.endpoint()));
      out.flag(seen != null);
      if (seen != null) {
        seen.writeWithOptions(out);
      }
      return;
    }
    out.u8(seen == null ? 9 : 23).u64(command.request()).text(command.customerId());
    command.settings().write(CommandFields.id(out, command.endpoint()));
    if (seen != null) {
      seen.write(out);
    }
  }

  private static Command configurationWithSecrets(ByteReader in) {
    NewSecrets secrets = new NewSecrets(EndpointSecrets.read(in), in.blob());
    if (!(read(in) instanceof Command.ConfigureEndpoint c)) {
      throw new IllegalStateException("secrets with a command that has none");
    }
    return new Command.ConfigureEndpoint(
        c.request(), c.customerId(), c.endpoint(), c.settings(), c.seen(), secrets);
  }

  private static void secrets(ByteWriter out, Command.SetSecrets command) {
    byte[] seen = command.seenCurrent();
    out.u8(seen == null ? 10 : 24).u64(command.request()).text(command.customerId());
    command.secrets().write(CommandFields.id(out, command.endpoint()));
    if (seen != null) {
      out.blob(seen);
    }
  }

  private static Command audited(ByteReader in) {
    AuditEntry entry = AuditEntry.decode(in.blob());
    return new Command.Audited(read(in), entry);
  }

  /**
   * With a search, and with and without a start, they are three kinds: earlier versions knew fewer.
   */
  private static void enabling(ByteWriter out, Command.EnableEndpoints c) {
    EndpointId after = c.after();
    int plain = after == null ? 7 : 33;
    out.u8(c.search().isAll() ? plain : 51)
        .u64(c.request())
        .text(c.customerId())
        .u8(c.state().number());
    if (!c.search().isAll()) {
      out.text(c.search().text()).flag(after != null);
    }
    if (after != null) {
      CommandFields.id(out, after);
    }
  }

  private static void outcome(ByteWriter out, Command.RecordOutcome command) {
    AttemptTicket ticket = command.ticket();
    CommandFields.id(out, ticket.endpoint());
    ticket.message().write(out);
    out.u32(ticket.number())
        .u8(ticket.slot())
        .u8(ticket.lane().number())
        .flag(ticket.probe())
        .u64(ticket.startedAt());
    command.outcome().write(out);
  }

  private static Command outcome(ByteReader in) {
    AttemptTicket ticket =
        new AttemptTicket(
            CommandFields.endpointId(in),
            MessageId.read(in),
            in.u32(),
            in.u8(),
            Lane.of(in.u8()),
            in.flag(),
            in.u64());
    return new Command.RecordOutcome(ticket, Outcome.read(in));
  }
}
