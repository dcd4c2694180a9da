package io.posthorn.server.api.common;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * The position of a page in a list: the last entry of the previous page. Callers see it as an
 * opaque cursor, which is only valid for the same list.
 *
 * @param list the list, as one letter
 */
public record PageCursor(char list, long high, long low) {
  public static final char SUBSCRIPTIONS = 's';
  public static final char EVENTS = 'e';
  public static final char KEYS = 'k';

  private static final int BYTES = 1 + 2 * Long.BYTES;

  /** Returns the position in a list of a cursor; empty for the first page. */
  public static Optional<PageCursor> of(Optional<String> cursor, char list) {
    return cursor.map(
        text ->
            parse(text)
                .filter(mark -> mark.list == list)
                .orElseThrow(() -> QueryParameters.badCursor(text)));
  }

  private static Optional<PageCursor> parse(String text) {
    try {
      byte[] bytes = Base64.getUrlDecoder().decode(text);
      if (bytes.length != BYTES) {
        return Optional.empty();
      }
      ByteBuffer in = ByteBuffer.wrap(bytes);
      return Optional.of(new PageCursor((char) in.get(), in.getLong(), in.getLong()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** Returns the text of the cursor. */
  public String text() {
    ByteBuffer out = ByteBuffer.allocate(BYTES).put((byte) list).putLong(high).putLong(low);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
  }
}
