package io.posthorn.server.console;

import io.posthorn.server.access.Digest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/**
 * A file of the console, ready to be sent.
 *
 * @param gzipped the compressed content
 */
record Asset(String contentType, byte[] bytes, byte[] gzipped, String tag) {
  static Asset of(String path, byte[] bytes) {
    return new Asset(contentType(path), bytes, gzip(bytes), Digest.text(bytes));
  }

  private static String contentType(String path) {
    return switch (path.substring(path.lastIndexOf('.') + 1)) {
      case "js" -> "text/javascript; charset=utf-8";
      case "css" -> "text/css; charset=utf-8";
      case "html" -> "text/html; charset=utf-8";
      case "svg" -> "image/svg+xml";
      default -> throw new IllegalArgumentException("no content type is known for " + path);
    };
  }

  private static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length / 2);
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException("writing to memory cannot fail", e);
    }
    return out.toByteArray();
  }
}
