package io.posthorn.testkit;

import java.nio.file.Path;

/** The Java runtime of this process, which also runs its children. */
public final class JavaRuntime {
  private JavaRuntime() {}

  public static String java() {
    return tool("java");
  }

  /** A program of the JDK, such as {@code jcmd}. */
  public static String tool(String name) {
    return Path.of(System.getProperty("java.home", ""), "bin", name).toString();
  }

  public static String classPath() {
    return System.getProperty("java.class.path", "");
  }
}
