package io.posthorn.cli.terminal;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;

/** A question on a terminal that only a clear yes confirms. */
public final class Confirmation {
  private static final Set<String> YES = Set.of("y", "yes");

  private final PrintWriter out;
  private final InputStream input;

  public Confirmation(PrintWriter out, InputStream input) {
    this.out = out;
    this.input = input;
  }

  /** Asks, and returns whether the user agrees. */
  public boolean ask(String question) {
    out.print(Printable.line(question) + " [y/N] ");
    out.flush();
    try {
      String line =
          new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8)).readLine();
      return line != null && YES.contains(line.strip().toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      return false;
    }
  }
}
