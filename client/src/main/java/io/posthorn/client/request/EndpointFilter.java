package io.posthorn.client.request;

import io.posthorn.client.model.EndpointStatus;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filter for the list of endpoints; all conditions must hold. */
public final class EndpointFilter {
  private static final EndpointFilter ALL = builder().build();

  private final Map<String, String> parameters;

  private EndpointFilter(Map<String, String> parameters) {
    this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  /** Every endpoint. */
  public static EndpointFilter all() {
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

    public Builder status(@Nullable EndpointStatus status) {
      return with("status", status == null ? null : status.apiName());
    }

    /** Only of a status by its name in the API. */
    public Builder statusName(@Nullable String status) {
      return with("status", status);
    }

    /** Only those that are paused, or only those that are not. */
    public Builder paused(@Nullable Boolean paused) {
      return with("paused", paused == null ? null : paused.toString());
    }

    /** Only those with this text in their URL, in any case, or with this id. */
    public Builder search(@Nullable String text) {
      return with("q", text);
    }

    /** Adds the attempts of the last hour to each. */
    public Builder withLastHour() {
      return with("series", "true");
    }

    private Builder with(String name, @Nullable String value) {
      if (value != null) {
        parameters.put(name, value);
      }
      return this;
    }

    public EndpointFilter build() {
      return new EndpointFilter(parameters);
    }
  }
}
