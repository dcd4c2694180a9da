package io.posthorn.sender.http1;

import io.posthorn.core.url.TargetUrl;
import java.util.Arrays;

/** A builder of a request's head, as bytes. */
public final class RequestHead {
  private static final int USUAL_LENGTH = 640;

  private byte[] bytes = new byte[USUAL_LENGTH];
  private int size;

  private RequestHead() {}

  /** Begins a POST. The normalised URL is sent as it is: nothing is escaped or resolved. */
  public static RequestHead post(TargetUrl url) {
    String whole = url.text();
    int start = whole.indexOf("://") + 3;
    int path = whole.indexOf('/', start);
    RequestHead head = new RequestHead();
    head.write("POST ");
    head.write(whole, path, whole.length());
    head.write(" HTTP/1.1");
    head.endLine();
    head.write("Host: ");
    head.write(whole, start, path);
    head.endLine();
    return head;
  }

  /** A header that is the same in all requests, encoded once. */
  public static byte[] encode(String name, String value) {
    RequestHead head = new RequestHead();
    head.add(name, value);
    return Arrays.copyOf(head.bytes, head.size);
  }

  /** Adds what {@link #encode} gave. */
  public void add(byte[] encoded) {
    ensureCapacity(encoded.length);
    System.arraycopy(encoded, 0, bytes, size, encoded.length);
    size += encoded.length;
  }

  public void add(String name, String value) {
    write(name);
    write(": ");
    write(value);
    endLine();
  }

  /** Ends the head and appends a body. */
  public byte[] end(byte[] body) {
    endLine();
    byte[] whole = Arrays.copyOf(bytes, size + body.length);
    System.arraycopy(body, 0, whole, size, body.length);
    return whole;
  }

  private void write(String text) {
    write(text, 0, text.length());
  }

  private void write(String text, int start, int end) {
    ensureCapacity(end - start);
    byte[] out = bytes;
    int at = size;
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      // A last defence against header injection.
      out[at++] = mayStandInHeader(c) ? (byte) c : (byte) '?';
    }
    size = at;
  }

  private static boolean mayStandInHeader(char c) {
    return (c >= ' ' && c <= '~') || (c >= '\u00a0' && c <= '\u00ff') || c == '\t';
  }

  private void endLine() {
    ensureCapacity(2);
    bytes[size++] = '\r';
    bytes[size++] = '\n';
  }

  private void ensureCapacity(int more) {
    if (more > bytes.length - size) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
    }
  }
}
