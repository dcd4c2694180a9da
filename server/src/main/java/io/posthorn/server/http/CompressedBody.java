package io.posthorn.server.http;

import io.helidon.http.RequestException;
import io.posthorn.core.input.InvalidInputException;
import io.posthorn.server.http.limits.InboundConnection;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/**
 * A gzip body. Its unpacked bytes count against the limits of its connection as they grow, so that
 * a small compressed body cannot use more memory than an uncompressed one.
 */
final class CompressedBody {
  private static final int PIECE = 16 << 10;

  private CompressedBody() {}

  /** Unpacks a body, up to a number of bytes. */
  static byte[] unpack(byte[] gzip, int most) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(Math.min(most, 4 * gzip.length));
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(gzip), PIECE)) {
      while (out.size() < most) {
        byte[] piece = in.readNBytes(Math.min(PIECE, most - out.size()));
        if (piece.length == 0) {
          break;
        }
        InboundConnection.unpacked(piece.length);
        out.write(piece, 0, piece.length);
      }
      return out.toByteArray();
    } catch (RequestException e) {
      throw new BrokenBodyException(e.status().code(), e);
    } catch (IOException e) {
      throw new InvalidInputException(
          "", "Content-Encoding is gzip, but the body is not valid gzip.");
    }
  }
}
