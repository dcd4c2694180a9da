package io.posthorn.core.shard.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.AuditEntry;
import io.posthorn.core.directory.Role;
import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.EndpointSearch;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.endpoint.Signatures;
import io.posthorn.core.event.Event;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.event.EventKey;
import io.posthorn.core.json.JsonSlice;
import io.posthorn.core.message.Attempt;
import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.EndReason;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.FormerOwners;
import io.posthorn.core.shard.protocol.MatchedEvent;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.Reply;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.Rendering;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CodecsTest {
  private static final ShardFixture FIXTURE = ShardFixture.withDefaults();
  private static final EventKey KEY = EventKey.of(ShardFixture.START, 3, -5, 0x80000007);
  private static final MessageId MESSAGE = new MessageId(KEY, 4);
  private static final EndpointId ENDPOINT = new EndpointId(-1, Long.MIN_VALUE);
  private static final SubscriptionId SUBSCRIPTION_ID = new SubscriptionId(-2, 2);
  private static final Subscription SUBSCRIPTION =
      FIXTURE.draft(ShardFixture.URL, "TASK", "UPDATE");
  private static final Event EVENT = FIXTURE.event("an-id", "{\"a\":\"ü\"}");
  private static final byte[] SECRET = {0, -1, 7};
  private static final EndpointSettings SETTINGS = new EndpointSettings(1, 2, 3, SECRET);
  private static final EndpointSettings WITH_OPTIONS =
      SETTINGS.withOptions(
          new EndpointOptions(
              new RetryPolicy.Offsets(List.of(1_000L, 604_800_000L)),
              new FinalStatuses(List.of(400, 599), false),
              new Signatures(true, true),
              new ClientCertificate(SECRET, 7),
              new OAuth2Client("https://login.example/token", "client", SECRET, "a b", null)));
  private static final AuditEntry ENTRY =
      new AuditEntry(7, "key_1 ops", "127.0.0.1", "subscription.create", "c", "sub_1", "detail");

  static Stream<Command> commands() {
    return Stream.of(
        Command.AcceptEvents.promised(
            List.of(new MatchedEvent(MatchedEvent.NO_KEY, EVENT, List.of(SUBSCRIPTION_ID)))),
        Command.AcceptEvents.promised(
            List.of(
                new MatchedEvent(
                    MatchedEvent.NO_KEY,
                    EVENT,
                    List.of(SUBSCRIPTION_ID),
                    false,
                    new MatchedEvent.Forwarding(3, List.of(65_535, 0))))),
        new Command.AcceptEvents(
            -1,
            List.of(
                new MatchedEvent(MatchedEvent.NO_KEY, EVENT, List.of(SUBSCRIPTION_ID)),
                new MatchedEvent(MatchedEvent.NO_KEY, EVENT, List.of()))),
        new Command.RecordOutcome(
            new AttemptTicket(ENDPOINT, MESSAGE, 300, 11, Lane.PROBED, true, ShardFixture.START),
            new Outcome(503, null, 12, "", "120", new byte[] {1, 2})),
        new Command.RecordOutcome(
            new AttemptTicket(ENDPOINT, MESSAGE, 1, 0, Lane.FIRST, false, 0),
            Outcome.failed(ErrorKind.TIMEOUT, 5_000, "no head within 5 s")),
        new Command.RecordOutcome(
            new AttemptTicket(ENDPOINT, MESSAGE, 1, 0, Lane.FIRST, false, 0),
            Outcome.failed(ErrorKind.REFUSED, 1, "refused").asUnconnected()),
        new Command.RecordOutcome(
            new AttemptTicket(ENDPOINT, MESSAGE, 1, 0, Lane.FIRST, false, 0),
            Outcome.responded(200, 7).asResent()),
        new Command.CreateSubscription(1, SUBSCRIPTION, SECRET),
        new Command.ChangeSubscription(2, SUBSCRIPTION, -3, SECRET),
        new Command.DeleteSubscription(3, "c", SUBSCRIPTION_ID),
        new Command.EnableEndpoint(4, "c", ENDPOINT),
        new Command.EnableEndpoints(5, "c", CircuitState.FROZEN, EndpointSearch.ALL, null),
        new Command.EnableEndpoints(
            5, "c", CircuitState.FROZEN, EndpointSearch.ALL, new EndpointId(7, -8)),
        new Command.EnableEndpoints(5, "c", CircuitState.ENABLED, EndpointSearch.of("crm"), null),
        new Command.EnableEndpoints(
            5, "c", CircuitState.FROZEN, EndpointSearch.of("crm"), new EndpointId(7, -8)),
        new Command.PauseEndpoint(6, "c", ENDPOINT),
        new Command.ResumeEndpoint(7, "c", ENDPOINT),
        new Command.ConfigureEndpoint(7, "c", ENDPOINT, SETTINGS, EndpointSettings.NONE),
        new Command.ConfigureEndpoint(8, "c", ENDPOINT, EndpointSettings.NONE, SETTINGS),
        new Command.ConfigureEndpoint(8, "c", ENDPOINT, SETTINGS, null),
        new Command.ConfigureEndpoint(8, "c", ENDPOINT, WITH_OPTIONS, null),
        new Command.ConfigureEndpoint(8, "c", ENDPOINT, WITH_OPTIONS, SETTINGS),
        new Command.ConfigureEndpoint(8, "c", ENDPOINT, SETTINGS, WITH_OPTIONS),
        new Command.ConfigureEndpoint(
            8,
            "c",
            ENDPOINT,
            WITH_OPTIONS,
            SETTINGS,
            new Command.ConfigureEndpoint.NewSecrets(twice(), SECRET)),
        new Command.SetSecrets(9, "c", ENDPOINT, twice(), SECRET),
        new Command.SetSecrets(10, "c", ENDPOINT, EndpointSecrets.of(SECRET), new byte[0]),
        new Command.SetSecrets(10, "c", ENDPOINT, EndpointSecrets.of(SECRET), null),
        new Command.ReplayMessage(11, "c", MESSAGE),
        new Command.RetryMessage(12, "c", MESSAGE),
        new Command.CancelMessage(12, "c", MESSAGE),
        new Command.StartBulk(
            13, job(ENDPOINT, SUBSCRIPTION_ID, "TASK", "UPDATE", MessageStatus.DROPPED)),
        new Command.StartBulk(14, job(null, null, null, null, null)),
        new Command.StartBulk(
            15,
            new BulkJob(
                1,
                BulkJob.Action.REPLAY,
                "c",
                MessageSelection.ALL.withAttempted(new TimeRange(5, 70_000)),
                true,
                0)),
        new Command.PauseDelivery(15, null),
        new Command.PauseDelivery(16, "c"),
        new Command.ResumeDelivery(17, null),
        new Command.RemoveEarly(18, 1L << 40),
        new Command.PutCustomer(19, "c"),
        new Command.PutKey(20, new ApiKey("k", SECRET, "ph_", "ops", Role.ADMIN, null, 1, 0)),
        new Command.DeleteKey(21, SECRET),
        new Command.Audited(new Command.Note(22), ENTRY),
        new Command.Note(23),
        new Command.EraseCustomer(24, "c"),
        new Command.MoveFinished(SUBSCRIPTION_ID, 65_535),
        new Command.ErasureStarted("c", 65_535),
        new Command.OpenMoved(65_535, SUBSCRIPTION, SECRET, FormerOwners.NONE, 1L << 61),
        new Command.OpenMoved(
            1,
            SUBSCRIPTION,
            SECRET,
            FormerOwners.NONE.afterMove(3, 2, 77).afterMove(2, 1, 1_767_225_600_000L),
            0),
        new Command.MoveAccepted(SUBSCRIPTION),
        new Command.MoveRefused(
            SUBSCRIPTION_ID,
            new Reply.Conflict(
                Reply.Conflict.Cause.IDENTICAL_SUBSCRIPTION, "An identical one exists.")),
        new Command.ForgetSubscription(SUBSCRIPTION_ID),
        adoption(),
        new Command.PassMessage("c", MESSAGE, ENDPOINT),
        new Command.ForgetMessage("c", MESSAGE));
  }

  private static EndpointSecrets twice() {
    return new EndpointSecrets(
        SECRET,
        List.of(new EndpointSecrets.Previous(SECRET, 5), new EndpointSecrets.Previous(SECRET, 9)));
  }

  private static Command adoption() {
    Message message =
        Message.fresh(MESSAGE, ENDPOINT, SUBSCRIPTION_ID, Rendering.DEFAULT)
            .attempted(7)
            .retryAt(1, 84_800);
    Attempt attempt =
        new Attempt(
            1,
            0,
            false,
            ENDPOINT,
            1,
            2,
            Outcome.responded(404, 9),
            MessageStatus.WAITING,
            EndReason.NONE,
            84_800);
    return new Command.ImportMessage(message, EVENT, List.of(attempt));
  }

  private static BulkJob job(
      @Nullable EndpointId endpoint,
      @Nullable SubscriptionId subscription,
      @Nullable String objCode,
      @Nullable String eventType,
      @Nullable MessageStatus status) {
    MessageSelection selection =
        MessageSelection.ALL
            .withEndpoint(endpoint)
            .withSubscription(subscription)
            .withEvent(new EventCriteria(objCode, eventType, objCode))
            .withStatus(status == null ? null : MessageSelection.Status.of(status.number()))
            .withOutcome(objCode == null ? null : new OutcomeFilter("5xx"))
            .withAccepted(new TimeRange(1, 2))
            .withEnded(new TimeRange(3, 4));
    return new BulkJob(9, BulkJob.Action.REPLAY, "c", selection, true, 7);
  }

  static Stream<Reply> replies() {
    return Stream.of(
        new Reply.Accepted(List.of(new Reply.Receipt("an-id", KEY, true))),
        Reply.DONE,
        new Reply.Changed(70_000, null),
        new Reply.Changed(200, new EndpointId(7, -8)),
        Reply.NOT_FOUND,
        new Reply.OverLimit("c", 1L << 40),
        new Reply.RemovedEarly(1, 2, 1L << 40, true),
        new Reply.Conflict("Try again."));
  }

  @ParameterizedTest
  @MethodSource("commands")
  void a_command_comes_back_as_it_was(Command command) {
    assertThat(CommandCodec.decode(CommandCodec.encode(command)))
        .usingRecursiveComparison()
        .withEqualsForType((a, b) -> a.toString().equals(b.toString()), JsonSlice.class)
        .isEqualTo(command);
  }

  @ParameterizedTest
  @MethodSource("replies")
  void a_reply_comes_back_as_it_was(Reply reply) {
    assertThat(ReplyCodec.decode(ReplyCodec.encode(reply))).isEqualTo(reply);
  }

  @Test
  void every_kind_of_command_and_reply_is_among_the_examples() {
    Set<Class<?>> seen = new HashSet<>();
    commands().forEach(command -> seen.add(command.getClass()));
    replies().forEach(reply -> seen.add(reply.getClass()));

    seen.add(Command.RecordToken.class); // an access token never leaves its process
    seen.add(Command.ReturnRequest.class); // nor does this
    assertThat(seen).containsAll(kindsOf(Command.class)).containsAll(kindsOf(Reply.class));
  }

  private static List<Class<?>> kindsOf(Class<?> sealed) {
    return Stream.of(sealed.getPermittedSubclasses())
        .<Class<?>>flatMap(kind -> kind.isSealed() ? kindsOf(kind).stream() : Stream.of(kind))
        .toList();
  }

  @Test
  void endpoint_changes_stored_without_an_expected_version_are_understood() {
    ByteWriter settings = new ByteWriter(64).u8(1).u8(9).u64(7).text("c");
    settings.u64(ENDPOINT.high()).u64(ENDPOINT.low()).varint(1).varint(2).varint(3);
    ByteWriter secrets = new ByteWriter(64).u8(1).u8(10).u64(8).text("c");
    secrets.u64(ENDPOINT.high()).u64(ENDPOINT.low()).blob(SECRET).maybeBlob(null).varint(0);

    assertThat(CommandCodec.decode(settings.maybeBlob(SECRET).toBytes()))
        .usingRecursiveComparison()
        .isEqualTo(new Command.ConfigureEndpoint(7, "c", ENDPOINT, SETTINGS, null));
    assertThat(CommandCodec.decode(secrets.toBytes()))
        .usingRecursiveComparison()
        .isEqualTo(new Command.SetSecrets(8, "c", ENDPOINT, EndpointSecrets.of(SECRET), null));
  }

  @Test
  void data_written_by_a_newer_version_is_refused() {
    byte[] newerFormat = {2, 21, 0, 0, 0, 0, 0, 0, 0, 1};
    byte[] newerKind = {1, 127};

    assertThatThrownBy(() -> CommandCodec.decode(newerFormat)).hasMessageContaining("newer");
    assertThatThrownBy(() -> CommandCodec.decode(newerKind)).hasMessageContaining("newer");
    assertThatThrownBy(() -> ReplyCodec.decode(newerFormat)).hasMessageContaining("newer");
    assertThatThrownBy(() -> ReplyCodec.decode(newerKind)).hasMessageContaining("newer");
  }
}
