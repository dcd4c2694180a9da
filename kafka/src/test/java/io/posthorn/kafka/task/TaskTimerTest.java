package io.posthorn.kafka.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.junit.jupiter.api.Test;

final class TaskTimerTest {
  private final AtomicReference<ProcessorContext<byte[], byte[]>> context = new AtomicReference<>();

  /** Fails when another version of Kafka Streams keeps the task elsewhere. */
  @Test
  void the_task_is_found_in_the_context_of_this_version_of_kafka_streams() {
    Topology topology =
        new Topology()
            .addSource("in", new ByteArrayDeserializer(), new ByteArrayDeserializer(), "input")
            .addProcessor("timed", Timed::new, "in");
    Properties settings = new Properties();
    settings.put(StreamsConfig.APPLICATION_ID_CONFIG, "timer");
    try (TopologyTestDriver _ = new TopologyTestDriver(topology, settings)) {
      TaskTimer timer = TaskTimer.of(Objects.requireNonNull(context.get()));

      assertThat(timer.works()).isTrue();
      timer.run();
    }
  }

  @Test
  @SuppressWarnings("unchecked")
  void a_context_without_a_task_is_no_error() {
    TaskTimer timer =
        TaskTimer.of(
            (ProcessorContext<byte[], byte[]>)
                Proxy.newProxyInstance(
                    ProcessorContext.class.getClassLoader(),
                    new Class<?>[] {ProcessorContext.class},
                    (proxy, method, arguments) -> {
                      throw new UnsupportedOperationException(method.getName());
                    }));

    assertThat(timer.works()).isFalse();
    timer.run();
  }

  private final class Timed implements Processor<byte[], byte[], byte[], byte[]> {
    @Override
    public void init(ProcessorContext<byte[], byte[]> given) {
      context.set(given);
      given.schedule(ShardProcessor.TICK, PunctuationType.WALL_CLOCK_TIME, at -> {});
    }

    @Override
    public void process(Record<byte[], byte[]> record) {}
  }
}
