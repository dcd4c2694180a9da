package io.posthorn.sender.http1;

import java.time.Duration;

/**
 * The limits of a receiver's response: those of its body, which are settings, and the fixed ones of
 * its head. A head beyond its limits fails the attempt; a body beyond them is cut off and changes
 * no outcome.
 *
 * @param bodyBytes the body bytes to read before the connection is closed
 * @param bodyTime the time to read the body, from the end of the head
 * @param keptBytes the bytes to keep from the body's start
 */
public record ResponseLimits(int bodyBytes, Duration bodyTime, int keptBytes) {
  public static final ResponseLimits DEFAULT =
      new ResponseLimits(64 * 1_024, Duration.ofSeconds(5), 1_024);

  /** The most headers of a response. */
  static final int MAX_HEADERS = 200;

  /** The longest line, and the longest header over all its lines, in characters. */
  static final int MAX_LINE_LENGTH = 16_384;

  /** The most empty lines before a status line. */
  static final int MAX_EMPTY_LINES = 10;

  /** The most interim (1xx) responses, more than any server needs. */
  static final int MAX_INTERIM_RESPONSES = 20;

  /** The most bytes outside the body: all heads, plus the overhead of chunks. */
  static final int MAX_BYTES_OUTSIDE_BODY = 262_144;

  /** The most bytes of a whole response. The body counts twice: its own limit comes first. */
  long maxBytes() {
    return MAX_BYTES_OUTSIDE_BODY + 2L * bodyBytes;
  }
}
