package io.posthorn.client.request;

import java.time.Duration;
import java.time.Instant;

/** A query for statistics; by default the last hour by minute. */
public final class StatsQuery extends RequestQuery {
  private static final StatsQuery LAST_HOUR = builder().build();

  private StatsQuery(Builder builder) {
    super(builder);
  }

  public static StatsQuery lastHour() {
    return LAST_HOUR;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of queries. */
  public static final class Builder extends RequestQuery.Builder<Builder> {
    private Builder() {}

    public Builder from(Instant from) {
      return with("from", from);
    }

    public Builder to(Instant to) {
      return with("to", to);
    }

    /**
     * The length of a point.
     *
     * @throws IllegalArgumentException unless it is one or more whole minutes
     */
    public Builder step(Duration step) {
      if (step.toMinutes() < 1 || !Duration.ofMinutes(step.toMinutes()).equals(step)) {
        throw new IllegalArgumentException(
            "A step is one or more whole minutes, not " + step + ".");
      }
      return with("step", step.toMinutes() + "m");
    }

    /** Only of the endpoint of this id. */
    public Builder endpoint(String endpointId) {
      return with("endpoint", endpointId);
    }

    public StatsQuery build() {
      return new StatsQuery(this);
    }
  }
}
