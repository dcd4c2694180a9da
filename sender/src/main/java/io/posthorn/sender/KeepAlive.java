package io.posthorn.sender;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.ConnectionReuseStrategy;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.http.protocol.HttpCoreContext;

/**
 * Whether a connection is kept after a response, and how long.
 *
 * <p>A request that is sent in the moment in which the receiver closes an idle connection is lost,
 * and nobody can tell whether it arrived. So we close first: common servers wait for 5 s, others
 * say how long in {@code Keep-Alive}.
 */
final class KeepAlive implements ConnectionReuseStrategy {
  private static final long MAX_NANOS = Duration.ofSeconds(4).toNanos();
  private static final Pattern TIMEOUT = Pattern.compile("(?i)\\btimeout\\s*=\\s*(\\d{1,6})");

  /** What the library passes along with an exchange. */
  static final class Context extends HttpCoreContext {
    private final Conversation conversation;

    Context(Conversation conversation) {
      this.conversation = conversation;
    }
  }

  /** How long a connection may wait after a response, before the receiver would close it. */
  static long nanos(HttpResponse response) {
    Header header = response.getFirstHeader("Keep-Alive");
    if (header == null || header.getValue() == null) {
      return MAX_NANOS;
    }
    Matcher timeout = TIMEOUT.matcher(header.getValue());
    if (!timeout.find()) {
      return MAX_NANOS;
    }
    // Three quarters: time for a request to get there.
    return Math.min(
        MAX_NANOS, Duration.ofSeconds(Long.parseLong(timeout.group(1))).toNanos() * 3 / 4);
  }

  /**
   * Also the only place where the library tells of a 100; it tells of other interim ones itself.
   */
  @Override
  public boolean keepAlive(HttpRequest request, HttpResponse response, HttpContext context) {
    if (response.getCode() < 200 && context instanceof Context ours) {
      ours.conversation.onInterim();
    }
    return DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
  }
}
