package io.posthorn.kafka.task;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** An error in the rules, for tests: reading a key that contains a text throws. */
final class StoreFault {
  /** The tables from here on belong to the processor of a shard, not to its rules. */
  private static final int PROCESSOR_TABLES = 0xE3;

  private @Nullable String text;

  /** Begins to fail on keys with this text. */
  void failOn(String part) {
    text = part;
  }

  void end() {
    text = null;
  }

  /** A store with the error. */
  StateStore in(StateStore store) {
    return (StateStore)
        Proxy.newProxyInstance(
            KeyValueStore.class.getClassLoader(),
            new Class<?>[] {KeyValueStore.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("get")) {
                check((Bytes) arguments[0]);
              }
              try {
                return method.invoke(store, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private void check(Bytes key) {
    String part = text;
    if (part != null
        && (key.get()[0] & 0xFF) < PROCESSOR_TABLES
        && new String(key.get(), ISO_8859_1).contains(part)) {
      throw new IllegalStateException("a rule is wrong");
    }
  }
}
