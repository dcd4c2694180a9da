package io.posthorn.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** How a process of the benchmark is told what to do: a line comes in, a line goes out. */
public final class Control {
  private Control() {}

  /** Does what a line asks for. */
  @FunctionalInterface
  public interface Order {
    String carryOut(String[] words) throws Exception;
  }

  /** Obeys until nobody is there any more to give orders; an order that fails says so. */
  public static void obey(Order order) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        out.println("ok " + order.carryOut(line.split(" ", -1)));
      } catch (Exception e) {
        e.printStackTrace();
        out.println("failed " + String.valueOf(e).replace('\n', ' '));
      }
    }
  }
}
