package io.posthorn.client.request;

import org.jspecify.annotations.Nullable;

/** A filter for the list of subscriptions. */
public final class SubscriptionFilter extends RequestQuery {
  private static final SubscriptionFilter ALL = builder().build();

  private SubscriptionFilter(Builder builder) {
    super(builder);
  }

  /** Every subscription. */
  public static SubscriptionFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
    private Builder() {}

    public Builder endpoint(@Nullable String endpointId) {
      return with("endpoint", endpointId);
    }

    /** Only those with this text in their description, URL, objId or type, or with this id. */
    public Builder search(@Nullable String text) {
      return with("q", text);
    }

    public SubscriptionFilter build() {
      return new SubscriptionFilter(this);
    }
  }
}
