package io.posthorn.server.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import java.util.HexFormat;
import java.util.function.Supplier;

/**
 * Reads from a connection, and accepts the framing of chunks in its exact form only: the web server
 * would accept a size with a sign, and any two bytes as the end of a chunk.
 */
final class StrictChunkReader extends DataReader {
  private static final int LINE_END = 2;

  /** As many digits as a chunk below 256 MiB needs: more than any body has. */
  private static final int MOST_DIGITS = 7;

  private boolean beforeChunk;
  private boolean behindChunk;

  @SuppressWarnings("removal") // there is no other way to look at the lines of chunks
  StrictChunkReader(Supplier<byte[]> source) {
    super(source);
  }

  /** A line of a chunked body: the size of a chunk, or the empty one after the last. */
  @Override
  public String readLine() {
    String line = super.readLine();
    if (line.length() > MOST_DIGITS || !line.chars().allMatch(HexFormat::isHexDigit)) {
      throw StrictRequestForm.refused();
    }
    beforeChunk = !line.isEmpty(); // the empty one ends the body
    return line;
  }

  @Override
  public BufferData readBuffer(int length) {
    BufferData data = super.readBuffer(length);
    behindChunk = beforeChunk;
    beforeChunk = false;
    return data;
  }

  /** What is skipped behind a chunk has to be the end of its line. */
  @Override
  public void skip(int bytes) {
    if (!behindChunk) {
      super.skip(bytes);
      return;
    }
    behindChunk = false;
    if (bytes != LINE_END || read() != '\r' || read() != '\n') {
      throw StrictRequestForm.refused();
    }
  }
}
