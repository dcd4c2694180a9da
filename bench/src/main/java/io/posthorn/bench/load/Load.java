package io.posthorn.bench.load;

import io.posthorn.bench.process.CommandLoop;
import java.io.IOException;

/**
 * The main class of the load generator. Command: {@code run}, with the fields of a {@link
 * LoadSpec}.
 */
public final class Load {
  private Load() {}

  public static void main(String[] arguments) throws IOException {
    CommandLoop.run(words -> new LoadLoop(LoadSpec.read(words)).run());
  }
}
