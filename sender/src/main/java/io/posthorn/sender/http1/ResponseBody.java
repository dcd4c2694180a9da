package io.posthorn.sender.http1;

import io.posthorn.sender.http1.ResponseHead.Field;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.ProtocolException;

/** The framing of a response body, and the reader's position in it. */
sealed interface ResponseBody {
  /** Passes on the body's bytes and returns whether it is complete. Leaves the bytes after it. */
  boolean read(ByteBuffer bytes, Consumer<ByteBuffer> piece) throws HttpException, IOException;

  /**
   * The body that follows a head. A transfer encoding that we do not know, such as {@code gzip}
   * alone, leaves the end of the body unknown; only a content length that is not one number makes
   * the head itself invalid (RFC 9112, section 6.3).
   */
  static ResponseBody after(ResponseHead head) throws ProtocolException {
    if (head.status() == 204 || head.status() == 304) {
      return new Sized(0);
    }
    String encoding = head.value(Field.TRANSFER_ENCODING);
    if (encoding != null) {
      return endsInChunks(encoding) ? new Chunked() : new UntilClosed();
    }
    String length = head.value(Field.CONTENT_LENGTH);
    return length == null ? new UntilClosed() : new Sized(contentLength(length));
  }

  /** Returns whether the last encoding, and no other one, is {@code chunked}. */
  private static boolean endsInChunks(String encoding) {
    String[] codings = encoding.split(",", -1);
    for (int i = 0; i < codings.length; i++) {
      boolean last = i == codings.length - 1;
      if (codings[i].strip().equalsIgnoreCase("chunked") != last) {
        return false;
      }
    }
    return true;
  }

  /** The value of {@code Content-Length}, which may be repeated if all are equal. */
  private static long contentLength(String value) throws ProtocolException {
    String[] lengths = value.split(",", -1);
    String first = lengths[0].strip();
    for (String length : lengths) {
      if (!length.strip().equals(first)) {
        throw new ProtocolException("its Content-Length headers contradict each other");
      }
    }
    boolean digits = !first.isEmpty() && first.chars().allMatch(c -> c >= '0' && c <= '9');
    if (!digits) {
      throw new ProtocolException("its Content-Length is not a number");
    }
    try {
      return Long.parseLong(first);
    } catch (NumberFormatException e) {
      return Long.MAX_VALUE; // far more than is read
    }
  }

  /** A chunk's length: hexadecimal digits alone. */
  private static long chunkLength(String digits) throws ProtocolException {
    boolean plain = !digits.isEmpty() && Character.digit(digits.charAt(0), 16) >= 0;
    try {
      if (plain) {
        return Long.parseLong(digits, 16);
      }
    } catch (NumberFormatException e) {
      // Reported below.
    }
    throw new ProtocolException("a chunk's length is not a number");
  }

  private static void hand(ByteBuffer bytes, int count, Consumer<ByteBuffer> piece) {
    int end = bytes.position() + count;
    piece.accept(bytes.slice(bytes.position(), count));
    bytes.position(end);
  }

  /** A body of known length. */
  final class Sized implements ResponseBody {
    private long left;

    Sized(long length) {
      this.left = length;
    }

    @Override
    public boolean read(ByteBuffer bytes, Consumer<ByteBuffer> piece) {
      int count = (int) Math.min(left, bytes.remaining());
      if (count > 0) {
        hand(bytes, count, piece);
        left -= count;
      }
      return left == 0;
    }
  }

  /** A chunked body. */
  final class Chunked implements ResponseBody {
    private static final int MAX_TRAILERS = 200;

    private enum Part {
      LENGTH,
      DATA,
      END_OF_DATA,
      TRAILERS
    }

    private final LineReader lines = new LineReader();
    private Part part = Part.LENGTH;
    private Sized chunk = new Sized(0);
    private int trailers;

    @Override
    public boolean read(ByteBuffer bytes, Consumer<ByteBuffer> piece)
        throws HttpException, IOException {
      for (; ; ) {
        if (part == Part.DATA) {
          if (!chunk.read(bytes, piece)) {
            return false;
          }
          part = Part.END_OF_DATA;
        }
        String line = lines.next(bytes);
        if (line == null) {
          return false;
        }
        if (part == Part.TRAILERS && line.isEmpty()) {
          return true;
        }
        part = next(line);
      }
    }

    private Part next(String line) throws HttpException, IOException {
      return switch (part) {
        case LENGTH -> begin(line);
        case DATA, END_OF_DATA -> {
          if (!line.isEmpty()) {
            throw new ProtocolException("a chunk is longer than announced");
          }
          yield Part.LENGTH;
        }
        case TRAILERS -> {
          if (++trailers > MAX_TRAILERS) {
            throw new ProtocolException("more than " + MAX_TRAILERS + " trailers");
          }
          yield Part.TRAILERS;
        }
      };
    }

    /** The length may be followed by an extension, which is ignored. */
    private Part begin(String line) throws ProtocolException {
      int semicolon = line.indexOf(';');
      long length = chunkLength((semicolon < 0 ? line : line.substring(0, semicolon)).strip());
      chunk = new Sized(length);
      return length == 0 ? Part.TRAILERS : Part.DATA;
    }
  }

  /** A body that ends with the connection. */
  final class UntilClosed implements ResponseBody {
    @Override
    public boolean read(ByteBuffer bytes, Consumer<ByteBuffer> piece) {
      if (bytes.hasRemaining()) {
        hand(bytes, bytes.remaining(), piece);
      }
      return false;
    }
  }
}
