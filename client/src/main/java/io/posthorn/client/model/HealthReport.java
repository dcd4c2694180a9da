package io.posthorn.client.model;

import java.util.List;

/**
 * The health of a server.
 *
 * @param status {@code up} or {@code down}
 * @param missing the functions that are down: {@code intake}, {@code delivery}
 */
public record HealthReport(String status, String detail, List<String> missing) {
  public boolean isUp() {
    return status.equals("up");
  }
}
