package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonValue;
import io.posthorn.client.model.FilterRule;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A subscription to create.
 *
 * <pre>{@code
 * NewSubscription.builder("ORDER", "UPDATE", "https://shop.example/hooks")
 *     .filters(FilterRule.where("status", EQ, "paid"))
 *     .build()
 * }</pre>
 */
public final class NewSubscription {
  private final Map<String, Object> fields;

  private NewSubscription(Map<String, Object> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
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

  /** Its fields, by their names in the API. */
  @JsonValue
  public Map<String, Object> fields() {
    return fields;
  }

  /** Makes a subscription. */
  public static final class Builder {
    private final Map<String, Object> fields = new LinkedHashMap<>();

    private Builder(String objCode, String eventType, String url) {
      fields.put("objCode", objCode);
      fields.put("eventType", eventType);
      fields.put("url", url);
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

    private Builder with(String name, Object value) {
      fields.put(name, value);
      return this;
    }

    public NewSubscription build() {
      return new NewSubscription(fields);
    }
  }
}
