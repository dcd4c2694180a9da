package io.posthorn.kafka.directory;

import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.jspecify.annotations.Nullable;

/**
 * The responses of brokers to the fetches of a consumer, with records or without. Used by the
 * thread that polls.
 */
public final class FetchResponses {
  private final Consumer<byte[], byte[]> consumer;
  private final BrokerConnectivity contact;
  private @Nullable Metric fetches;
  private double seen;

  public FetchResponses(Consumer<byte[], byte[]> consumer, BrokerConnectivity contact) {
    this.consumer = consumer;
    this.contact = contact;
  }

  /** Reports a contact if a broker has responded since the last call. */
  public void check() {
    double now = (Double) fetches().metricValue();
    if (now != seen) {
      seen = now;
      contact.responded();
    }
  }

  private Metric fetches() {
    Metric found = fetches;
    if (found == null) {
      found = find();
      fetches = found;
    }
    return found;
  }

  private Metric find() {
    for (Map.Entry<MetricName, ? extends Metric> metric : consumer.metrics().entrySet()) {
      MetricName name = metric.getKey();
      if (name.name().equals("fetch-total") && name.tags().size() == 1) {
        return metric.getValue();
      }
    }
    throw new IllegalStateException("the Kafka consumer has no fetch metric");
  }
}
