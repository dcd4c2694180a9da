package io.posthorn.client.request;

import io.posthorn.client.model.FilterRule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A change of a subscription. Fields that are not mentioned stay as they are; null clears a field
 * or sets it back to its default.
 */
public final class SubscriptionUpdate extends BodyFields {
  private SubscriptionUpdate(Builder builder) {
    super(builder);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of changes. */
  public static final class Builder extends BodyFields.Builder<Builder> {
    private Builder() {}

    public Builder objCode(String objCode) {
      return with("objCode", objCode);
    }

    public Builder eventType(String eventType) {
      return with("eventType", eventType);
    }

    /** The new URL; waiting messages move to it. */
    public Builder url(String url) {
      return with("url", url);
    }

    public Builder objId(@Nullable String objId) {
      return with("objId", objId);
    }

    /** The new token, used from the next attempt on. */
    public Builder authToken(@Nullable String authToken) {
      return with("authToken", authToken);
    }

    /** All its filters, for new events. */
    public Builder filters(@Nullable List<FilterRule> filters) {
      return with("filters", filters == null ? null : List.copyOf(filters));
    }

    /** {@code AND} or {@code OR}. */
    public Builder filterConnector(@Nullable String connector) {
      return with("filterConnector", connector);
    }

    public Builder base64Encoding(@Nullable Boolean base64Encoding) {
      return with("base64Encoding", base64Encoding);
    }

    public Builder version(@Nullable String version) {
      return with("version", version);
    }

    public Builder format(@Nullable String format) {
      return with("format", format);
    }

    public Builder description(@Nullable String description) {
      return with("description", description);
    }

    /** {@code object}, or null for no order; for new events. */
    public Builder ordering(@Nullable String ordering) {
      return with("ordering", ordering);
    }

    public SubscriptionUpdate build() {
      return new SubscriptionUpdate(this);
    }
  }
}
