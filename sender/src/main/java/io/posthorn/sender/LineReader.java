package io.posthorn.sender;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.hc.core5.http.MessageConstraintException;
import org.jspecify.annotations.Nullable;

/** Takes lines from what comes in, however it is cut up. A line ends with LF, or CR and LF. */
final class LineReader {
  static final int MAX_LENGTH = 16_384;

  private static final byte[] NOTHING = {};

  /** A line whose end has not come yet. */
  private byte[] begun = NOTHING;

  /** The next line without its end; null where that has not come yet. */
  @Nullable String next(ByteBuffer bytes) throws MessageConstraintException {
    int from = bytes.position();
    int end = endOfLine(bytes);
    int length = (end < 0 ? bytes.limit() : end) - from;
    if (begun.length + length > MAX_LENGTH) {
      throw new MessageConstraintException("a line is longer than " + MAX_LENGTH + " characters");
    }
    int before = begun.length;
    byte[] line = Arrays.copyOf(begun, before + length);
    bytes.get(line, before, length);
    if (end < 0) {
      begun = line;
      return null;
    }
    begun = NOTHING;
    bytes.get(); // the LF
    boolean carriageReturn = line.length > 0 && line[line.length - 1] == '\r';
    return new String(line, 0, line.length - (carriageReturn ? 1 : 0), ISO_8859_1);
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
