package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** The wire format of pages: a flag for more entries, then keys and values. */
final class PageCodec {
  private static final int LENGTHS = 2 * Integer.BYTES;

  private PageCodec() {}

  static byte[] encode(Page page) {
    int size = 1;
    for (Page.Entry entry : page.entries()) {
      size += LENGTHS + entry.key().length + entry.value().length;
    }
    ByteBuffer out = ByteBuffer.allocate(size).put((byte) (page.more() ? 1 : 0));
    for (Page.Entry entry : page.entries()) {
      out.putInt(entry.key().length).put(entry.key());
      out.putInt(entry.value().length).put(entry.value());
    }
    return out.array();
  }

  /** Decodes a page; throws an {@link IllegalArgumentException} for invalid bytes. */
  static Page decode(byte[] bytes) {
    try {
      ByteBuffer in = ByteBuffer.wrap(bytes);
      boolean more = in.get() == 1;
      List<Page.Entry> entries = new ArrayList<>();
      while (in.hasRemaining()) {
        entries.add(new Page.Entry(part(in), part(in)));
      }
      return new Page(entries, more);
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("the page is truncated", e);
    }
  }

  private static byte[] part(ByteBuffer in) {
    int length = in.getInt();
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] part = new byte[length];
    in.get(part);
    return part;
  }
}
