package io.posthorn.client.request;

import io.posthorn.client.model.DeliveryStatus;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filter for the list of messages; all conditions must hold. */
public final class MessageFilter {
  private static final MessageFilter ALL = builder().build();

  private final Map<String, String> parameters;

  private MessageFilter(Map<String, String> parameters) {
    this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Every message. */
  public static MessageFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The filter as query parameters. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder {
    private final Map<String, String> parameters = new LinkedHashMap<>();

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

    /** Only those accepted at this time or later. */
    public Builder from(@Nullable Instant from) {
      return with("from", from == null ? null : from.toString());
    }

    /** Only those accepted before this time. */
    public Builder to(@Nullable Instant to) {
      return with("to", to == null ? null : to.toString());
    }

    private Builder with(String name, @Nullable String value) {
      if (value != null) {
        parameters.put(name, value);
      }
      return this;
    }

    public MessageFilter build() {
      return new MessageFilter(parameters);
    }
  }
}
