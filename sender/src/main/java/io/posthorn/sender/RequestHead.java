package io.posthorn.sender;

import io.posthorn.core.subscription.TargetUrl;

/** The head of a request being written, as the bytes that go out. */
final class RequestHead {
  private static final int USUAL_LENGTH = 512;

  private final StringBuilder text = new StringBuilder(USUAL_LENGTH);

  private RequestHead() {}

  /** The URL in its normal form goes out as it is: nothing is escaped, resolved or put in order. */
  static RequestHead post(TargetUrl url) {
    String whole = url.text();
    int start = whole.indexOf("://") + 3;
    int path = whole.indexOf('/', start);
    RequestHead head = new RequestHead();
    head.text.append("POST ").append(whole, path, whole.length()).append(" HTTP/1.1\r\nHost: ");
    head.text.append(whole, start, path).append("\r\n");
    return head;
  }

  void add(String name, String value) {
    int start = text.length();
    text.append(name).append(": ").append(value);
    for (int i = start; i < text.length(); i++) {
      if (!mayStandInHeader(text.charAt(i))) {
        text.setCharAt(i, '?'); // whatever was let in: a header never ends before its end
      }
    }
    text.append("\r\n");
  }

  private static boolean mayStandInHeader(char c) {
    return (c >= ' ' && c <= '~') || (c >= '\u00a0' && c <= '\u00ff') || c == '\t';
  }

  /** The whole head, and a body behind it. */
  byte[] end(byte[] body) {
    text.append("\r\n");
    int length = text.length();
    byte[] bytes = new byte[length + body.length];
    for (int i = 0; i < length; i++) {
      bytes[i] = (byte) text.charAt(i);
    }
    System.arraycopy(body, 0, bytes, length, body.length);
    return bytes;
  }
}
