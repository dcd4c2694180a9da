package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.SkipReason;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.SubscriptionId;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A bulk job and its progress.
 *
 * @param done the position up to which messages were examined; null before the first
 * @param firstAt the time of acceptance of the first message examined; 0 before it
 * @param examined how many messages were examined
 * @param taken how many were replayed, cancelled or retried, or would be
 * @param skipped how many were selected and could not be, by reason
 * @param finishedAt when it was done; 0 before
 */
public record BulkProgress(
    BulkJob job,
    long createdAt,
    @Nullable MessageId done,
    long firstAt,
    long examined,
    long taken,
    Map<SkipReason, Long> skipped,
    long finishedAt) {
  private static final int FORMAT = 4;

  /** The format with times of the last attempt; written only for these, for earlier versions. */
  private static final int WITH_ATTEMPTED_TIMES = 5;

  /** The format before skipped messages were counted. */
  private static final int WITHOUT_SKIPPED = 3;

  /** A job that has not begun. */
  public static BulkProgress begin(BulkJob job, long createdAt) {
    return new BulkProgress(job, createdAt, null, 0, 0, 0, Map.of(), 0);
  }

  public static byte[] key(String customerId, long jobId) {
    return SweepKind.BULK.key().word(customerId).u64(jobId).toBytes();
  }

  public byte[] key() {
    return key(job.customerId(), job.id());
  }

  public byte[] encode() {
    MessageSelection selection = job.selection();
    boolean attempted = !selection.attempted().isAll();
    int format = attempted ? WITH_ATTEMPTED_TIMES : FORMAT;
    ByteWriter out = new ByteWriter(160).u8(format).u8(job.action().number());
    EndpointId endpoint = selection.endpoint();
    out.flag(endpoint != null);
    if (endpoint != null) {
      out.u64(endpoint.high()).u64(endpoint.low());
    }
    SubscriptionId subscription = selection.subscription();
    out.flag(subscription != null);
    if (subscription != null) {
      out.u64(subscription.high()).u64(subscription.low());
    }
    MessageSelection.Status status = selection.status();
    OutcomeFilter outcome = selection.outcome();
    EventCriteria event = selection.event();
    out.maybeText(event.objCode())
        .maybeText(event.eventType())
        .maybeText(event.objId())
        .u8(status == null ? 0xFF : status.number())
        .maybeText(outcome == null ? null : outcome.text())
        .u64(selection.accepted().from())
        .u64(selection.accepted().to())
        .u64(selection.ended().from())
        .u64(selection.ended().to())
        .flag(job.preview())
        .u64(createdAt)
        .flag(done != null);
    if (done != null) {
      done.write(out);
    }
    out.varint(firstAt)
        .varint(examined)
        .varint(taken)
        .varint(finishedAt)
        .varint(job.madeAt())
        .varint(skipped.size());
    skipped.forEach((reason, count) -> out.u8(reason.number()).varint(count));
    if (attempted) {
      out.u64(selection.attempted().from()).u64(selection.attempted().to());
    }
    return out.toBytes();
  }

  public static BulkProgress decode(byte[] key, byte[] value) {
    ByteReader id = new ByteReader(key, 2);
    String customerId = id.word();
    long jobId = id.u64();
    ByteReader in = new ByteReader(value);
    int format = in.u8();
    if (format < WITHOUT_SKIPPED || format > WITH_ATTEMPTED_TIMES) {
      throw new IllegalStateException(
          "A stored sweep has a newer format; start the version of Posthorn that wrote it.");
    }
    BulkJob.Action action = BulkJob.Action.of(in.u8());
    EndpointId endpoint = in.flag() ? new EndpointId(in.u64(), in.u64()) : null;
    SubscriptionId subscription = in.flag() ? new SubscriptionId(in.u64(), in.u64()) : null;
    EventCriteria event = new EventCriteria(in.maybeText(), in.maybeText(), in.maybeText());
    int status = in.u8();
    String outcome = in.maybeText();
    MessageSelection selection =
        new MessageSelection(
            endpoint,
            subscription,
            event,
            status == 0xFF ? null : MessageSelection.Status.of(status),
            outcome == null ? null : new OutcomeFilter(outcome),
            TimeRange.ALL,
            new TimeRange(in.u64(), in.u64()),
            new TimeRange(in.u64(), in.u64()));
    boolean preview = in.flag();
    long createdAt = in.u64();
    MessageId done = in.flag() ? MessageId.read(in) : null;
    long firstAt = in.varint();
    long examined = in.varint();
    long taken = in.varint();
    long finishedAt = in.varint();
    long madeAt = in.varint();
    Map<SkipReason, Long> skipped = new EnumMap<>(SkipReason.class);
    for (long left = format > WITHOUT_SKIPPED ? in.varint() : 0; left > 0; left--) {
      skipped.put(SkipReason.of(in.u8()), in.varint());
    }
    if (format == WITH_ATTEMPTED_TIMES) {
      selection = selection.withAttempted(new TimeRange(in.u64(), in.u64()));
    }
    BulkJob job = new BulkJob(jobId, action, customerId, selection, preview, madeAt);
    return new BulkProgress(job, createdAt, done, firstAt, examined, taken, skipped, finishedAt);
  }
}
