package io.posthorn.server.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataReader;
import io.helidon.http.Status;
import java.util.HexFormat;

/**
 * A reader that accepts only well-formed chunk framing. The web server would accept a size with a
 * sign, and any two bytes as the end of a chunk. It passes on the first line of each request in the
 * form of {@link RequestLine}, and skips one empty line before it, as RFC 9112 requires.
 */
final class StrictReader extends DataReader {
  private static final int LINE_END = 2;

  /** Enough digits for a chunk below 256 MiB, which is more than any body. */
  private static final int MOST_DIGITS = 7;

  private static final Status HEADERS_TOO_LARGE =
      Status.create(431, "Request Header Fields Too Large");

  private final InboundConnection connection;
  private boolean beforeLine;
  private boolean inHead;
  private boolean beforeChunk;
  private boolean behindChunk;

  @SuppressWarnings("removal") // there is no other way to look at the lines of chunks
  StrictReader(InboundConnection connection) {
    super(connection);
    this.connection = connection;
  }

  /** Called for the first line with its own limit, then for the headers. */
  @Override
  public int findNewLine(int max) {
    if (!inHead && max == LimitedConnectionSelector.LINE) {
      if (startsWithNewLine()) {
        super.skip(LINE_END);
      }
      beforeLine = true;
    }
    return within(max, super.findNewLine(max));
  }

  @Override
  public int findOrNewLine(byte character, int max) {
    return within(max, super.findOrNewLine(character, max));
  }

  /** The web server has no status of its own for headers that are too large. */
  private int within(int max, int found) {
    if (inHead && found == max) {
      throw InboundConnection.refused(HEADERS_TOO_LARGE);
    }
    return found;
  }

  @Override
  public byte[] readBytes(int length) {
    byte[] bytes = super.readBytes(length);
    if (!beforeLine) {
      return bytes;
    }
    beforeLine = false;
    inHead = true;
    return connection.requestLine(bytes);
  }

  /** An empty line ends the headers. */
  @Override
  public boolean startsWithNewLine() {
    boolean empty = super.startsWithNewLine();
    if (empty) {
      inHead = false;
    }
    return empty;
  }

  /** Reads a line of a chunked body: the size of a chunk, or the empty line after the last one. */
  @Override
  public String readLine() {
    String line = super.readLine();
    if (line.length() > MOST_DIGITS || !line.chars().allMatch(HexFormat::isHexDigit)) {
      throw StrictRequestForm.refused();
    }
    beforeChunk = !line.isEmpty(); // the empty line ends the body
    return line;
  }

  @Override
  public BufferData readBuffer(int length) {
    BufferData data = super.readBuffer(length);
    behindChunk = beforeChunk;
    beforeChunk = false;
    return data;
  }

  /** Checks that only a line end is skipped after a chunk. */
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
