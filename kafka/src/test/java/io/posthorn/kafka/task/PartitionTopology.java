package io.posthorn.kafka.task;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.serialization.Serializer;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.Topology;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.processor.StreamPartitioner;
import org.apache.kafka.streams.processor.TaskId;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.ProcessorSupplier;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueStore;
import org.apache.kafka.streams.state.StoreBuilder;
import org.apache.kafka.streams.state.Stores;
import org.jspecify.annotations.Nullable;

/**
 * A topology as the task of one partition sees it.
 *
 * <p>Kafka's test driver treats every record as partition 0 of one task, including its own output.
 * So the processors get another partition number here, and output goes to topics that the driver
 * does not read; the caller forwards it.
 */
final class PartitionTopology extends Topology {
  private static final String OUT = "out.";

  private final int partition;
  private final boolean inMemory;
  private final @Nullable StoreFault fault;

  /**
   * Creates an empty topology.
   *
   * @param inMemory whether its stores are in memory, because the driver flushes them after every
   *     record
   * @param fault an error in reading its stores, or null
   */
  PartitionTopology(int partition, boolean inMemory, @Nullable StoreFault fault) {
    this.partition = partition;
    this.inMemory = inMemory;
    this.fault = fault;
  }

  /** The topic that has the output for a topic. */
  static String out(String topic) {
    return OUT + topic;
  }

  @Override
  public synchronized <A, B, C, D> Topology addProcessor(
      String name, ProcessorSupplier<A, B, C, D> supplier, String... parents) {
    return super.addProcessor(
        name, () -> new Numbered<>(supplier.get(), partition, fault), parents);
  }

  @Override
  public synchronized <S extends StateStore> Topology addStateStore(
      StoreBuilder<S> builder, String... processors) {
    return inMemory
        ? super.addStateStore(inMemory(builder.name()), processors)
        : super.addStateStore(builder, processors);
  }

  private static StoreBuilder<KeyValueStore<Bytes, byte[]>> inMemory(String name) {
    return Stores.keyValueStoreBuilder(
        Stores.inMemoryKeyValueStore(name), Serdes.Bytes(), Serdes.ByteArray());
  }

  @Override
  public synchronized <K, V> Topology addSink(
      String name, String topic, Serializer<K> keys, Serializer<V> values, String... parents) {
    return super.addSink(name, out(topic), keys, values, parents);
  }

  @Override
  public synchronized <K, V> Topology addSink(
      String name,
      String topic,
      Serializer<K> keys,
      Serializer<V> values,
      StreamPartitioner<? super K, ? super V> partitioner,
      String... parents) {
    // The partitioner gets the number of partitions, which is one in the driver; the key names the
    // partition too.
    return super.addSink(name, out(topic), keys, values, parents);
  }

  /** A processor that gets the number of its partition. */
  private record Numbered<A, B, C, D>(
      Processor<A, B, C, D> processor, int partition, @Nullable StoreFault fault)
      implements Processor<A, B, C, D> {
    @Override
    public void init(ProcessorContext<C, D> context) {
      processor.init(numbered(context));
    }

    @SuppressWarnings("unchecked") // delegates everything but the partition number
    private ProcessorContext<C, D> numbered(ProcessorContext<C, D> context) {
      return (ProcessorContext<C, D>)
          Proxy.newProxyInstance(
              ProcessorContext.class.getClassLoader(),
              new Class<?>[] {ProcessorContext.class},
              (proxy, method, arguments) -> {
                if (method.getName().equals("taskId")) {
                  return new TaskId(context.taskId().subtopology(), partition);
                }
                try {
                  Object result = method.invoke(context, arguments);
                  return fault != null && result instanceof StateStore store
                      ? fault.in(store)
                      : result;
                } catch (InvocationTargetException e) {
                  throw e.getCause();
                }
              });
    }

    @Override
    public void process(Record<A, B> record) {
      processor.process(record);
    }

    @Override
    public void close() {
      processor.close();
    }
  }
}
