package io.posthorn.client.request;

import io.posthorn.client.model.EndpointStatus;
import org.jspecify.annotations.Nullable;

/** A filter for the list of endpoints; all conditions must hold. */
public final class EndpointFilter extends RequestQuery {
  private static final EndpointFilter ALL = builder().build();

  private EndpointFilter(Builder builder) {
    super(builder);
  }

  /** Every endpoint. */
  public static EndpointFilter all() {
    return ALL;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of filters; null omits a condition. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
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
      return with("paused", paused);
    }

    /** Only those with this text in their URL, in any case, or with this id. */
    public Builder search(@Nullable String text) {
      return with("q", text);
    }

    /** Adds the attempts of the last hour to each. */
    public Builder withLastHour() {
      return with("series", "true");
    }

    public EndpointFilter build() {
      return new EndpointFilter(this);
    }
  }
}
