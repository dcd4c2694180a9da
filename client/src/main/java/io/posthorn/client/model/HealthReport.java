package io.posthorn.client.model;

import java.util.List;

/**
 * Whether a server works.
 *
 * @param status {@code up} or {@code down}
 * @param missing what it does not do now: {@code intake}, {@code delivery}
 */
public record HealthReport(String status, String detail, List<String> missing) {
  public boolean isUp() {
    return status.equals("up");
  }
}
