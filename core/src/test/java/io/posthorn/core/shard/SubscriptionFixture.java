package io.posthorn.core.shard;

import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.core.subscription.PayloadVersion;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.core.url.TargetUrl;
import org.jspecify.annotations.Nullable;

/** A builder of subscriptions for tests, with defaults. */
public final class SubscriptionFixture {
  private final Subscription model;
  private SubscriptionId id;
  private String customerId;
  private String objCode;
  private String eventType;
  private @Nullable String objId;
  private TargetUrl url;
  private PayloadVersion version;
  private PayloadVersion previousVersion;
  private long versionSwitchedAt;
  private byte @Nullable [] authToken;
  private PayloadFormat format;
  private boolean base64;
  private long modifiedAt;
  private boolean ordered;

  private SubscriptionFixture(Subscription model) {
    this.model = model;
    id = model.id();
    customerId = model.customerId();
    objCode = model.objCode();
    eventType = model.eventType();
    objId = model.objId();
    url = model.url();
    version = model.version();
    previousVersion = model.previousVersion();
    versionSwitchedAt = model.versionSwitchedAt();
    authToken = model.authToken();
    format = model.format();
    base64 = model.base64();
    modifiedAt = model.modifiedAt();
    ordered = model.ordered();
  }

  /** A subscription of the fixture's customer to one kind of event: nothing special about it. */
  public static Subscription plain(long number, String code, String type, String url, long now) {
    return new Subscription(
        new SubscriptionId(1, number),
        ShardFixture.CUSTOMER,
        code,
        type,
        null,
        TargetUrl.parse(url),
        FilterSet.none(),
        PayloadVersion.V2,
        PayloadVersion.V2,
        0,
        PayloadFormat.WORKFRONT,
        false,
        null,
        null,
        null,
        now,
        now);
  }

  /** A subscription with another URL, not yet submitted. */
  public static Subscription moved(Subscription from, String url, long now) {
    return like(from).url(url).modified(Math.max(now, from.modifiedAt() + 1)).done();
  }

  public static SubscriptionFixture like(Subscription model) {
    return new SubscriptionFixture(model);
  }

  SubscriptionFixture id(long high, long low) {
    id = new SubscriptionId(high, low);
    return this;
  }

  public SubscriptionFixture customer(String customer) {
    customerId = customer;
    return this;
  }

  public SubscriptionFixture kind(String code, String type) {
    objCode = code;
    eventType = type;
    return this;
  }

  public SubscriptionFixture object(String id) {
    objId = id;
    return this;
  }

  public SubscriptionFixture url(String text) {
    url = TargetUrl.parse(text);
    return this;
  }

  public SubscriptionFixture switched(PayloadVersion to, long at) {
    previousVersion = version;
    version = to;
    versionSwitchedAt = at;
    return modified(at);
  }

  public SubscriptionFixture token(byte[] sealed) {
    authToken = sealed;
    return this;
  }

  public SubscriptionFixture body(PayloadFormat format, boolean base64) {
    this.format = format;
    this.base64 = base64;
    return this;
  }

  public SubscriptionFixture ordered(boolean now) {
    ordered = now;
    return this;
  }

  public SubscriptionFixture modified(long at) {
    modifiedAt = at;
    return this;
  }

  public Subscription done() {
    return new Subscription(
        id,
        customerId,
        objCode,
        eventType,
        objId,
        url,
        model.filters(),
        version,
        previousVersion,
        versionSwitchedAt,
        format,
        base64,
        authToken,
        authToken == null ? null : "****",
        model.description(),
        model.createdAt(),
        modifiedAt,
        ordered);
  }
}
