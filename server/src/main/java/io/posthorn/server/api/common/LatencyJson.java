package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.stats.LatencyHistogram;
import java.io.IOException;

/** The JSON of latencies: three percentiles in milliseconds, or null without attempts. */
public final class LatencyJson {
  private LatencyJson() {}

  public static void write(JsonGenerator json, LatencyHistogram latency) throws IOException {
    if (latency.total() == 0) {
      json.writeNullField("latency");
      return;
    }
    json.writeObjectFieldStart("latency");
    json.writeNumberField("p50", latency.percentile(0.50));
    json.writeNumberField("p90", latency.percentile(0.90));
    json.writeNumberField("p99", latency.percentile(0.99));
    json.writeEndObject();
  }
}
