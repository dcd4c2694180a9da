package io.posthorn.core.shard.sweep;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.ShardFixture;
import io.posthorn.core.shard.protocol.BulkJob;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/**
 * A builder of bulk jobs for tests; by default it selects all messages of the fixture's customer.
 */
public final class BulkFixture {
  private static long jobs;

  private final BulkJob.Action action;
  private String customerId = ShardFixture.CUSTOMER;
  private @Nullable String objCode;
  private @Nullable String eventType;
  private @Nullable String objId;
  private MessageSelection selection = MessageSelection.ALL;
  private boolean preview;
  private long madeAt;

  private BulkFixture(BulkJob.Action action) {
    this.action = action;
  }

  public static BulkFixture replay() {
    return new BulkFixture(BulkJob.Action.REPLAY);
  }

  public static BulkFixture cancel() {
    return new BulkFixture(BulkJob.Action.CANCEL);
  }

  public static BulkFixture retry() {
    return new BulkFixture(BulkJob.Action.RETRY);
  }

  public BulkFixture customer(String id) {
    customerId = id;
    return this;
  }

  BulkFixture endpoint(EndpointId id) {
    selection = selection.withEndpoint(id);
    return this;
  }

  BulkFixture subscription(SubscriptionId id) {
    selection = selection.withSubscription(id);
    return this;
  }

  BulkFixture objCode(String code) {
    objCode = code;
    return this;
  }

  BulkFixture eventType(String type) {
    eventType = type;
    return this;
  }

  BulkFixture status(MessageSelection.Status wanted) {
    selection = selection.withStatus(wanted);
    return this;
  }

  BulkFixture from(long time) {
    selection = selection.withAccepted(new TimeRange(time, selection.accepted().to()));
    return this;
  }

  BulkFixture to(long time) {
    selection = selection.withAccepted(new TimeRange(selection.accepted().from(), time));
    return this;
  }

  BulkFixture objId(String id) {
    objId = id;
    return this;
  }

  BulkFixture outcome(String text) {
    selection = selection.withOutcome(OutcomeFilter.parse(text).orElseThrow());
    return this;
  }

  BulkFixture ended(long first, long end) {
    selection = selection.withEnded(new TimeRange(first, end));
    return this;
  }

  BulkFixture preview() {
    preview = true;
    return this;
  }

  public BulkFixture madeAt(long time) {
    madeAt = time;
    return this;
  }

  public BulkJob job() {
    MessageSelection all = selection.withEvent(new EventCriteria(objCode, eventType, objId));
    return new BulkJob(++jobs, action, customerId, all, preview, madeAt);
  }
}
