package io.posthorn.bench.load;

import io.posthorn.bench.process.Control;
import java.io.IOException;

/** The process of the callers. Order: {@code run}, with what a {@link LoadOrder} says. */
public final class Load {
  private Load() {}

  public static void main(String[] arguments) throws IOException {
    Control.obey(words -> new LoadLoop(LoadOrder.read(words)).run());
  }
}
