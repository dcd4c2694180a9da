package io.posthorn.client.request;

import com.fasterxml.jackson.annotation.JsonValue;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of an endpoint's settings. Omitted fields stay unchanged; null resets a field to the
 * server's default.
 */
public final class EndpointUpdate {
  private final Map<String, @Nullable Object> fields;

  private EndpointUpdate(Map<String, @Nullable Object> fields) {
    this.fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The fields that change, by their names in the API. */
  @JsonValue
  public Map<String, @Nullable Object> fields() {
    return fields;
  }

  /** Makes a change. */
  public static final class Builder {
    private final Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    private final Map<String, @Nullable String> headers = new LinkedHashMap<>();

    private Builder() {}

    /** The limit of requests in flight. */
    public Builder maxInFlight(@Nullable Integer maxInFlight) {
      fields.put("maxInFlight", maxInFlight);
      return this;
    }

    /** The limit of requests per second. */
    public Builder maxPerSecond(@Nullable Integer maxPerSecond) {
      fields.put("maxPerSecond", maxPerSecond);
      return this;
    }

    /** The timeout of an attempt: 1 ms to 30 s. */
    public Builder timeout(@Nullable Duration timeout) {
      fields.put("timeout", timeout == null ? null : timeout.toMillis() + "ms");
      return this;
    }

    /** Sets a header that is sent with every message; null removes it. Other headers stay. */
    public Builder header(String name, @Nullable String value) {
      headers.put(name, value);
      return this;
    }

    /** Removes all static headers; {@link #header} in the same change is ignored. */
    public Builder clearHeaders() {
      fields.put("headers", null);
      return this;
    }

    public EndpointUpdate build() {
      Map<String, @Nullable Object> all = new LinkedHashMap<>(fields);
      if (!headers.isEmpty() && !fields.containsKey("headers")) {
        all.put("headers", Collections.unmodifiableMap(new LinkedHashMap<>(headers)));
      }
      return new EndpointUpdate(all);
    }
  }
}
