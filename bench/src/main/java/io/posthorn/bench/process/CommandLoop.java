package io.posthorn.bench.process;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The control protocol of helper processes: a command line in, a result line out. */
public final class CommandLoop {
  private CommandLoop() {}

  /** The handler of a command line. */
  @FunctionalInterface
  public interface Handler {
    String handle(String[] words) throws Exception;
  }

  /** Handles commands until standard input ends; a failed command returns its error. */
  public static void run(Handler handler) throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      try {
        out.println("ok " + handler.handle(line.split(" ", -1)));
      } catch (Exception e) {
        e.printStackTrace();
        out.println("failed " + String.valueOf(e).replace('\n', ' '));
      }
    }
  }
}
