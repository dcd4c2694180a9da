package io.posthorn.sender.http1;

import io.posthorn.sender.http1.ResponseHead.Field;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rule for whether and how long a connection is kept after a response.
 *
 * <p>A request sent at the time the receiver closes an idle connection is lost, and it is unknown
 * whether it arrived. So we close first: common servers wait for 5 s, others announce their timeout
 * in {@code Keep-Alive}.
 */
final class KeepAlive {
  private static final long MAX_NANOS = Duration.ofSeconds(4).toNanos();
  private static final Pattern TIMEOUT = Pattern.compile("(?i)\\btimeout\\s*=\\s*(\\d{1,6})");

  private KeepAlive() {}

  /** The time for which a connection may stay idle; it ends before the receiver would close it. */
  static long nanos(ResponseHead head) {
    if (!stays(head)) {
      return 0;
    }
    String value = head.value(Field.KEEP_ALIVE);
    if (value == null) {
      return MAX_NANOS;
    }
    Matcher timeout = TIMEOUT.matcher(value);
    if (!timeout.find()) {
      return MAX_NANOS;
    }
    // Three quarters, to leave time for a request to arrive.
    return Math.min(
        MAX_NANOS, Duration.ofSeconds(Long.parseLong(timeout.group(1))).toNanos() * 3 / 4);
  }

  private static boolean stays(ResponseHead head) {
    if (isAmbiguous(head)) {
      return false;
    }
    String connection = head.value(Field.CONNECTION);
    boolean stays = !head.oneZero();
    if (connection != null) {
      for (String part : connection.split(",", -1)) {
        String word = part.strip();
        if (word.equalsIgnoreCase("close")) {
          return false;
        }
        stays |= word.equalsIgnoreCase("keep-alive");
      }
    }
    return stays;
  }

  /**
   * Returns whether the response's framing is ambiguous, so that an intermediary could see another
   * end.
   */
  private static boolean isAmbiguous(ResponseHead head) {
    boolean encoded = head.value(Field.TRANSFER_ENCODING) != null;
    String length = head.value(Field.CONTENT_LENGTH);
    boolean bodiless = head.status() == 204 || head.status() == 304;
    return encoded
        ? length != null || bodiless || head.oneZero()
        : head.status() == 204 && length != null && !length.equals("0");
  }
}
