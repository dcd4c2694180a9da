package io.posthorn.core.shard.sweep;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageStatus;
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
  private @Nullable EndpointId endpoint;
  private @Nullable SubscriptionId subscription;
  private @Nullable String objCode;
  private @Nullable String eventType;
  private @Nullable MessageStatus status;
  private long from;
  private long to = 1L << 47;
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

  public BulkFixture customer(String id) {
    customerId = id;
    return this;
  }

  BulkFixture endpoint(EndpointId id) {
    endpoint = id;
    return this;
  }

  BulkFixture subscription(SubscriptionId id) {
    subscription = id;
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

  BulkFixture status(MessageStatus wanted) {
    status = wanted;
    return this;
  }

  BulkFixture from(long moment) {
    from = moment;
    return this;
  }

  BulkFixture to(long moment) {
    to = moment;
    return this;
  }

  BulkFixture preview() {
    preview = true;
    return this;
  }

  public BulkFixture madeAt(long moment) {
    madeAt = moment;
    return this;
  }

  public BulkJob job() {
    MessageSelection selection =
        new MessageSelection(endpoint, subscription, objCode, eventType, status, from, to);
    return new BulkJob(++jobs, action, customerId, selection, preview, madeAt);
  }
}
