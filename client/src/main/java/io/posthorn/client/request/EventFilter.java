package io.posthorn.client.request;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A filter for events; all conditions must hold. */
public final class EventFilter extends RequestQuery {
  private static final EventFilter ALL = builder().build();

  private EventFilter(Builder builder) {
    super(builder);
  }

  /** Every event. */
  public static EventFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
    private Builder() {}

    public Builder objCode(@Nullable String objCode) {
      return with("objCode", objCode);
    }

    public Builder eventType(@Nullable String eventType) {
      return with("eventType", eventType);
    }

    /** Only about the object of this id. */
    public Builder objId(@Nullable String objId) {
      return with("objId", objId);
    }

    /** Only those that matched a subscription (true), or none (false). */
    public Builder matched(@Nullable Boolean matched) {
      return with("matched", matched);
    }

    /** Only those accepted at this time or later. */
    public Builder from(@Nullable Instant from) {
      return with("from", from);
    }

    /** Only those accepted before this time. */
    public Builder to(@Nullable Instant to) {
      return with("to", to);
    }

    public EventFilter build() {
      return new EventFilter(this);
    }
  }
}
