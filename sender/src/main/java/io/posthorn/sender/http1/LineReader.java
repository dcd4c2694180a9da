package io.posthorn.sender.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/** A reader of lines from input that arrives in arbitrary pieces. A line ends with LF or CRLF. */
final class LineReader {
  private static final byte[] NOTHING = {};

  /** The length of the incomplete line, in an array that grows by doubling. */
  private byte[] begun = NOTHING;

  private int length;

  /** The next line without its terminator; null while it is incomplete. */
  @Nullable String next(ByteBuffer bytes) throws MessageConstraintException {
    int end = endOfLine(bytes);
    int more = (end < 0 ? bytes.limit() : end) - bytes.position();
    if (length + more > ResponseLimits.MAX_LINE_LENGTH) {
      throw new MessageConstraintException(
          "a line is longer than " + ResponseLimits.MAX_LINE_LENGTH + " characters");
    }
    if (length + more > begun.length) {
      begun = Arrays.copyOf(begun, Math.max(length + more, 2 * begun.length));
    }
    bytes.get(begun, length, more);
    length += more;
    if (end < 0) {
      return null;
    }
    bytes.get(); // the LF
    boolean carriageReturn = length > 0 && begun[length - 1] == '\r';
    String line = new String(begun, 0, length - (carriageReturn ? 1 : 0), ISO_8859_1);
    length = 0;
    return line;
  }

  private static int endOfLine(ByteBuffer bytes) {
    for (int i = bytes.position(); i < bytes.limit(); i++) {
      if (bytes.get(i) == '\n') {
        return i;
      }
    }
    return -1;
  }
}
