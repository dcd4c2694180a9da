package io.posthorn.bench.cases;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * What one round on Kafka has delivered, and what it took beside the nodes.
 *
 * @param brokerCpu CPU seconds of the broker
 * @param appended bytes that came to each topic
 * @param loopback bytes that went over the loopback, of everybody
 * @param written bytes that the nodes caused to be written to disk
 */
record KafkaRound(
    Delivered delivered,
    double brokerCpu,
    Map<String, Long> appended,
    long loopback,
    long written) {

  double perMessage(double sum) {
    return sum / delivered.messages();
  }

  /** Microseconds of CPU for a message, of one kind of process. */
  double micros(ToDoubleFunction<KafkaRound> cpuSeconds) {
    return perMessage(cpuSeconds.applyAsDouble(this) * 1e6);
  }

  double appendedPerMessage() {
    return perMessage((double) appended.values().stream().mapToLong(Long::longValue).sum());
  }

  /** CPU seconds that went to none of ours. */
  double othersCpu() {
    return Math.max(0, delivered.othersCpu() - brokerCpu);
  }

  static Map<String, Long> more(Map<String, Long> before, Map<String, Long> after) {
    Map<String, Long> more = new TreeMap<>();
    after.forEach(
        (topic, bytes) -> {
          long grown = bytes - before.getOrDefault(topic, 0L);
          if (grown > 0) {
            more.put(topic, grown);
          }
        });
    return more;
  }
}
