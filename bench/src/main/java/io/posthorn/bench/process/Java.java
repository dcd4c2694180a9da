package io.posthorn.bench.process;

import java.nio.file.Path;

/** The Java that this process runs on, which the others run on as well. */
public final class Java {
  private Java() {}

  public static String executable() {
    return tool("java");
  }

  static String tool(String name) {
    return Path.of(System.getProperty("java.home", ""), "bin", name).toString();
  }

  static String classPath() {
    return System.getProperty("java.class.path", "");
  }
}
