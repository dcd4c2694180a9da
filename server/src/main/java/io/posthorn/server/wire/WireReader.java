package io.posthorn.server.wire;

import io.helidon.common.buffers.DataReader;
import java.util.function.Supplier;

/**
 * Reads what comes over a wire, and takes the frame of a chunk in its exact form only: the web
 * server below takes a size with a sign, and any two bytes for the end of a chunk.
 */
final class WireReader extends DataReader {
  private static final int LINE_END = 2;

  /** As many digits as a chunk below 256 MiB needs: more than any body has. */
  private static final int MOST_DIGITS = 7;

  @SuppressWarnings("removal") // there is no other way to look at the lines of chunks
  WireReader(Supplier<byte[]> source) {
    super(source);
  }

  /** A line of a chunked body: the size of a chunk, or the empty one after the last. */
  @Override
  public String readLine() {
    String line = super.readLine();
    if (line.length() > MOST_DIGITS || !line.chars().allMatch(WireReader::isHexDigit)) {
      throw RequestForm.refused();
    }
    return line;
  }

  /** Two bytes are skipped for the end of a line, and for nothing else. */
  @Override
  public void skip(int bytes) {
    if (bytes != LINE_END) {
      super.skip(bytes);
    } else if (read() != '\r' || read() != '\n') {
      throw RequestForm.refused();
    }
  }

  private static boolean isHexDigit(int c) {
    return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
  }
}
