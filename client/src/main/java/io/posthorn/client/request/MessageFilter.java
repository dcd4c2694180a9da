package io.posthorn.client.request;

import io.posthorn.client.model.DeliveryStatus;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A filter for messages; all conditions must hold. It selects the same messages in a list and, by
 * {@link BulkSelection#of}, in replays, cancellations and retries.
 */
public final class MessageFilter extends RequestQuery {
  private static final MessageFilter ALL = builder().build();

  private MessageFilter(Builder builder) {
    super(builder);
  }

  /** Every message. */
  public static MessageFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
    private Builder() {}

    /** Only to the endpoint of this id. */
    public Builder endpoint(@Nullable String endpointId) {
      return with("endpoint", endpointId);
    }

    /** Only of the subscription of this id. */
    public Builder subscription(@Nullable String subscriptionId) {
      return with("subscription", subscriptionId);
    }

    public Builder status(@Nullable DeliveryStatus status) {
      return with("status", status == null ? null : status.apiName());
    }

    /** Only of a status by its name in the API. */
    public Builder statusName(@Nullable String status) {
      return with("status", status);
    }

    /** Only about the object of this id. */
    public Builder objId(@Nullable String objId) {
      return with("objId", objId);
    }

    public Builder objCode(@Nullable String objCode) {
      return with("objCode", objCode);
    }

    public Builder eventType(@Nullable String eventType) {
      return with("eventType", eventType);
    }

    /**
     * Only those whose last attempt had this outcome: {@code success}, {@code failed}, {@code
     * none}, an error kind, a status such as {@code 503}, or a class such as {@code 5xx}.
     */
    public Builder outcome(@Nullable String outcome) {
      return with("outcome", outcome);
    }

    /** Only those that ended at this time or later. */
    public Builder endedFrom(@Nullable Instant from) {
      return with("endedFrom", from);
    }

    /** Only those that ended before this time. */
    public Builder endedTo(@Nullable Instant to) {
      return with("endedTo", to);
    }

    /**
     * Only those with an attempt that ended at this time or later; the outcome is then that of such
     * an attempt.
     */
    public Builder attemptedFrom(@Nullable Instant from) {
      return with("attemptedFrom", from);
    }

    /**
     * Only those with an attempt that ended before this time; the outcome is then that of such an
     * attempt.
     */
    public Builder attemptedTo(@Nullable Instant to) {
      return with("attemptedTo", to);
    }

    /** Only those accepted at this time or later. */
    public Builder from(@Nullable Instant from) {
      return with("from", from);
    }

    /** Only those accepted before this time. */
    public Builder to(@Nullable Instant to) {
      return with("to", to);
    }

    public MessageFilter build() {
      return new MessageFilter(this);
    }
  }
}
