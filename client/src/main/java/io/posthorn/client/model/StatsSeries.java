package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Statistics over time, of a customer or of one endpoint.
 *
 * @param endpoint null for the customer as a whole
 * @param step the length of a point, such as {@code 1m}
 * @param totals over all points
 * @param incomplete nodes that could not be reached, as host:port
 */
public record StatsSeries(
    @Nullable String endpoint,
    String step,
    @JsonProperty("data") List<Point> points,
    @Nullable Totals totals,
    List<String> incomplete) {

  /**
   * One step of a series.
   *
   * @param failed failed attempts
   * @param waiting the number of waiting messages at the end of the step
   * @param latency null where there were no attempts
   */
  public record Point(
      Instant at,
      long accepted,
      long delivered,
      long failed,
      long dropped,
      long waiting,
      EndpointDetails.@Nullable Latency latency) {}

  /** Sums over a series. */
  public record Totals(
      long accepted,
      long delivered,
      long failed,
      long dropped,
      EndpointDetails.@Nullable Latency latency) {}

  /** The series of one of a customer's endpoints. */
  public record OfEndpoint(String endpoint, String url, @JsonProperty("data") List<Point> points) {}
}
