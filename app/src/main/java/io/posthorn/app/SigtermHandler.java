package io.posthorn.app;

import java.lang.reflect.Proxy;

/**
 * A handler of SIGTERM that ends the process with exit code 0 after a graceful stop. By default a
 * JVM exits with 143, which orchestrators show as an error.
 *
 * <p>It uses reflection because the signal class is in a module that not every runtime has, and
 * using it directly causes a compiler warning. Without it, only the exit code differs.
 */
final class SigtermHandler {
  private SigtermHandler() {}

  static void exitWithZero() {
    try {
      Class<?> signal = Class.forName("sun.misc.Signal");
      Class<?> handler = Class.forName("sun.misc.SignalHandler");
      Object exit =
          Proxy.newProxyInstance(
              SigtermHandler.class.getClassLoader(),
              new Class<?>[] {handler},
              (proxy, method, arguments) -> {
                System.exit(0); // runs the shutdown hook
                return null;
              });
      Object term = signal.getConstructor(String.class).newInstance("TERM");
      signal.getMethod("handle", signal, handler).invoke(null, term, exit);
    } catch (ReflectiveOperationException e) {
      // The process then exits with 143, after the same shutdown hook.
    }
  }
}
