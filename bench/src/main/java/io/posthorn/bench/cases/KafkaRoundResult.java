package io.posthorn.bench.cases;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * The result of one round on Kafka, and the resources it used outside the nodes.
 *
 * @param brokerCpu CPU seconds of the broker
 * @param appended bytes appended to each topic
 * @param loopback bytes over the loopback interface, of all processes
 * @param written bytes that the nodes wrote to disk
 */
record KafkaRoundResult(
    RoundResult delivered,
    double brokerCpu,
    Map<String, Long> appended,
    long loopback,
    long written) {

  double perMessage(double sum) {
    return sum / delivered.messages();
  }

  /** CPU microseconds per message of one kind of process. */
  double micros(ToDoubleFunction<KafkaRoundResult> cpuSeconds) {
    return perMessage(cpuSeconds.applyAsDouble(this) * 1e6);
  }

  double appendedPerMessage() {
    return perMessage((double) appended.values().stream().mapToLong(Long::longValue).sum());
  }

  /** CPU seconds of processes outside the benchmark. */
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
