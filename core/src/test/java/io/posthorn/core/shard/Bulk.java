package io.posthorn.core.shard;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageStatus;
import io.posthorn.core.subscription.SubscriptionId;
import org.jspecify.annotations.Nullable;

/** A replay or cancellation of many to be filled in: all of the stage's customer at first. */
final class Bulk {
  private static long jobs;

  private final BulkJob.Action action;
  private String customerId = Stage.CUSTOMER;
  private @Nullable EndpointId endpoint;
  private @Nullable SubscriptionId subscription;
  private @Nullable String objCode;
  private @Nullable String eventType;
  private @Nullable MessageStatus status;
  private long from;
  private long to = 1L << 47;
  private boolean preview;
  private long madeAt;

  private Bulk(BulkJob.Action action) {
    this.action = action;
  }

  static Bulk replay() {
    return new Bulk(BulkJob.Action.REPLAY);
  }

  static Bulk cancel() {
    return new Bulk(BulkJob.Action.CANCEL);
  }

  Bulk customer(String id) {
    customerId = id;
    return this;
  }

  Bulk endpoint(EndpointId id) {
    endpoint = id;
    return this;
  }

  Bulk subscription(SubscriptionId id) {
    subscription = id;
    return this;
  }

  Bulk objCode(String code) {
    objCode = code;
    return this;
  }

  Bulk eventType(String type) {
    eventType = type;
    return this;
  }

  Bulk status(MessageStatus wanted) {
    status = wanted;
    return this;
  }

  Bulk from(long moment) {
    from = moment;
    return this;
  }

  Bulk to(long moment) {
    to = moment;
    return this;
  }

  Bulk preview() {
    preview = true;
    return this;
  }

  Bulk madeAt(long moment) {
    madeAt = moment;
    return this;
  }

  BulkJob job() {
    Selection selection =
        new Selection(endpoint, subscription, objCode, eventType, status, from, to);
    return new BulkJob(++jobs, action, customerId, selection, preview, madeAt);
  }
}
