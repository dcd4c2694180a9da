package io.posthorn.client.request;

import io.posthorn.client.model.FilterRule;
import java.util.List;

/**
 * A subscription to create.
 *
 * <pre>{@code
 * NewSubscription.builder("ORDER", "UPDATE", "https://shop.example/hooks")
 *     .filters(FilterRule.where("status", EQ, "paid"))
 *     .build()
 * }</pre>
 */
public final class NewSubscription extends BodyFields {
  private NewSubscription(Builder builder) {
    super(builder);
  }

  /**
   * Begins a subscription.
   *
   * @param objCode the object code to match, or {@code *} for any
   * @param eventType the event type to match, or {@code *} for any
   * @param url the URL to send its messages to
   */
  public static Builder builder(String objCode, String eventType, String url) {
    return new Builder(objCode, eventType, url);
  }

  /** A builder of subscriptions. */
  public static final class Builder extends BodyFields.Builder<Builder> {
    private Builder(String objCode, String eventType, String url) {
      with("objCode", objCode);
      with("eventType", eventType);
      with("url", url);
    }

    /** Only events of this object. */
    public Builder objId(String objId) {
      return with("objId", objId);
    }

    /** The bearer token that is sent to the receiver with every message. */
    public Builder authToken(String authToken) {
      return with("authToken", authToken);
    }

    /** Only events that pass all of these; see {@link #matchAnyFilter()}. */
    public Builder filters(FilterRule... filters) {
      return with("filters", List.of(filters));
    }

    /** Only events that pass all of these; see {@link #matchAnyFilter()}. */
    public Builder filters(List<FilterRule> filters) {
      return with("filters", List.copyOf(filters));
    }

    /** Makes one matching filter sufficient. */
    public Builder matchAnyFilter() {
      return with("filterConnector", "OR");
    }

    /** Sends states as Base64. */
    public Builder base64Encoding(boolean base64Encoding) {
      return with("base64Encoding", base64Encoding);
    }

    /** The version of the payload: {@code v1} or {@code v2}, which is the default. */
    public Builder version(String version) {
      return with("version", version);
    }

    /** The form of the payload: {@code workfront} (default), {@code standard} or {@code raw}. */
    public Builder format(String format) {
      return with("format", format);
    }

    /** A description. */
    public Builder description(String description) {
      return with("description", description);
    }

    /** {@code object} keeps the order of the messages of each object. */
    public Builder ordering(String ordering) {
      return with("ordering", ordering);
    }

    public NewSubscription build() {
      return new NewSubscription(this);
    }
  }
}
