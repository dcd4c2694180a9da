package io.posthorn.app;

import java.lang.reflect.Proxy;

/**
 * Lets a server that was told to stop (SIGTERM) end with exit code 0: it drained, and all is well.
 * By itself a JVM ends with 143, which orchestrators show as an error.
 *
 * <p>The class for signals belongs to a module that not every runtime has, and its use cannot be
 * compiled without a warning: hence by reflection. Without it only the exit code differs.
 */
final class StopSignal {
  private StopSignal() {}

  static void endsWithZero() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object exit =
          Proxy.newProxyInstance(
              StopSignal.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                System.exit(0); // the shutdown hook does the rest
                return null;
              });
      Object term = signal.getConstructor(String.class).newInstance("TERM");
      signal.getMethod("handle", signal, handler).invoke(null, term, exit);
    } catch (ReflectiveOperationException e) {
      // Then it ends with 143, after the same shutdown hook.
    }
  }
}
