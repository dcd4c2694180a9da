package io.posthorn.server.wire;

import java.util.regex.Pattern;

/**
 * A path as it came. The web server takes empty and dotted parts and parameters out of it and
 * decodes it before it looks for a route, so that a proxy's rules for paths would see another one.
 */
final class RawPath {
  /** Escapes of characters that mean something in a path, and of control characters. */
  private static final String ESCAPE = "%(?:[01].|2[35EeFf]|3[BbFf]|5[Cc]|7[Ff])";

  private static final Pattern AMBIGUOUS =
      Pattern.compile("[;#\\\\]|//|/\\.{1,2}(?:/|$)|" + ESCAPE);

  private RawPath() {}

  /** Whether it can be read in one way only; ids in paths need nothing else. */
  static boolean isPlain(String path) {
    return path.startsWith("/") && !AMBIGUOUS.matcher(path).find();
  }
}
