package io.posthorn.core.subscription;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.filter.FilterSet;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A customer's subscription: which events are sent to which URL.
 *
 * @param objCode the kind of object, or {@code *}
 * @param eventType the kind of change, or {@code *}
 * @param objId one object, or null for all
 * @param previousVersion the version before the last switch, or the same as {@code version}
 * @param versionSwitchedAt when {@code version} was last switched; 0 if never
 * @param authToken sealed by the host, which alone can open it
 * @param authTokenHint what may be shown of the token, such as {@code ****cafe}
 * @param ordered whether the messages of each object keep their order
 */
public record Subscription(
    SubscriptionId id,
    String customerId,
    String objCode,
    String eventType,
    @Nullable String objId,
    TargetUrl url,
    FilterSet filters,
    PayloadVersion version,
    PayloadVersion previousVersion,
    long versionSwitchedAt,
    PayloadFormat format,
    boolean base64,
    byte @Nullable [] authToken,
    @Nullable String authTokenHint,
    @Nullable String description,
    long createdAt,
    long modifiedAt,
    boolean ordered) {
  public static final String ANY = "*";

  /** A subscription whose messages are not ordered. */
  public Subscription(
      SubscriptionId id,
      String customerId,
      String objCode,
      String eventType,
      @Nullable String objId,
      TargetUrl url,
      FilterSet filters,
      PayloadVersion version,
      PayloadVersion previousVersion,
      long versionSwitchedAt,
      PayloadFormat format,
      boolean base64,
      byte @Nullable [] authToken,
      @Nullable String authTokenHint,
      @Nullable String description,
      long createdAt,
      long modifiedAt) {
    this(
        id,
        customerId,
        objCode,
        eventType,
        objId,
        url,
        filters,
        version,
        previousVersion,
        versionSwitchedAt,
        format,
        base64,
        authToken,
        authTokenHint,
        description,
        createdAt,
        modifiedAt,
        false);
  }

  /** The same, with or without order. */
  public Subscription withOrdered(boolean now) {
    return new Subscription(
        id,
        customerId,
        objCode,
        eventType,
        objId,
        url,
        filters,
        version,
        previousVersion,
        versionSwitchedAt,
        format,
        base64,
        authToken,
        authTokenHint,
        description,
        createdAt,
        modifiedAt,
        now);
  }

  /** The same with its token sealed anew. */
  public Subscription withAuthToken(byte[] sealed) {
    return new Subscription(
        id,
        customerId,
        objCode,
        eventType,
        objId,
        url,
        filters,
        version,
        previousVersion,
        versionSwitchedAt,
        format,
        base64,
        sealed,
        authTokenHint,
        description,
        createdAt,
        modifiedAt,
        ordered);
  }

  /** The same with another instance of its URL. */
  public Subscription withUrl(TargetUrl other) {
    return new Subscription(
        id,
        customerId,
        objCode,
        eventType,
        objId,
        other,
        filters,
        version,
        previousVersion,
        versionSwitchedAt,
        format,
        base64,
        authToken,
        authTokenHint,
        description,
        createdAt,
        modifiedAt,
        ordered);
  }

  public EndpointId endpointId() {
    return url.endpointOf(customerId);
  }

  /** The fields that identify duplicates among a customer's subscriptions. */
  public SubscriptionIdentity identity() {
    return SubscriptionIdentity.of(this);
  }

  /**
   * The renderings of an event accepted now, one message each: the current version first; after a
   * switch, until {@code overlapMillis} have passed, the previous one too, except in format
   * cloudevents, which has no v1.
   */
  public List<Rendering> renderingsAt(long now, long overlapMillis) {
    Rendering current = new Rendering(version, format, base64);
    boolean switched = previousVersion != version && format != PayloadFormat.CLOUDEVENTS;
    return switched && now - versionSwitchedAt < overlapMillis
        ? List.of(current, new Rendering(previousVersion, format, base64))
        : List.of(current);
  }
}
