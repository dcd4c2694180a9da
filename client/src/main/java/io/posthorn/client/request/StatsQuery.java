package io.posthorn.client.request;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A query for statistics; by default the last hour by minute. */
public final class StatsQuery {
  private static final StatsQuery LAST_HOUR = builder().build();

  private final Map<String, String> parameters;

  private StatsQuery(Map<String, String> parameters) {
    this.parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }

  public static StatsQuery lastHour() {
    return LAST_HOUR;
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The query as parameters. */
  public Map<String, String> parameters() {
    return parameters;
  }

  /** Makes a query. */
  public static final class Builder {
    private final Map<String, String> parameters = new LinkedHashMap<>();

    private Builder() {}

    public Builder from(Instant from) {
      return with("from", from.toString());
    }

    public Builder to(Instant to) {
      return with("to", to.toString());
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

    private Builder with(String name, String value) {
      parameters.put(name, value);
      return this;
    }

    public StatsQuery build() {
      return new StatsQuery(parameters);
    }
  }
}
