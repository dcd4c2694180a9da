package io.posthorn.server.api.common;

import io.posthorn.server.http.Call;
import io.posthorn.server.http.Problem;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Optional;

/**
 * The place in a list where the next page begins: the last entry that was seen. Callers get it as a
 * cursor, a text that says nothing to them and is good for the list it came from alone.
 *
 * @param list which list, as one letter
 */
public record PageCursor(char list, long high, long low) {
  public static final char SUBSCRIPTIONS = 's';
  public static final char EVENTS = 'e';

  private static final int BYTES = 1 + 2 * Long.BYTES;

  /** Where a call wants to go on; nothing where it wants to begin. */
  public static Optional<PageCursor> of(Call call, char list) {
    return call.query("cursor")
        .map(
            text ->
                parse(text)
                    .filter(mark -> mark.list == list)
                    .orElseThrow(
                        () ->
                            Problem.badField(
                                    "cursor",
                                    "cursor must be a nextCursor returned by this list;"
                                        + " omit it for the first page.")
                                .asException()));
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

  /** The cursor. */
  public String text() {
    ByteBuffer out = ByteBuffer.allocate(BYTES).put((byte) list).putLong(high).putLong(low);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(out.array());
  }
}
