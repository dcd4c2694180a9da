package io.posthorn.core.url;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.input.InvalidInputException;

/**
 * The URL of a subscription in normal form: all spellings of one endpoint give the same URL.
 *
 * <p>Scheme and host are in lower case, a host in other scripts is in its ASCII form, one dot at
 * the end of a host and a default port are dropped, an empty path is {@code /}; the rest is kept
 * byte for byte. Settings decide elsewhere if plain http or a private address is allowed.
 *
 * @param text already in normal form; {@link #parse} normalizes a caller's text
 */
public record TargetUrl(String text) {
  /** Longer than any URL that proxies pass on reliably, and short enough to keep in memory. */
  public static final int MAX_LENGTH = 2_048;

  static final String HTTP = "http";
  static final String HTTPS = "https";
  private static final String SCHEME_END = "://";

  /**
   * The normal form of a URL.
   *
   * @throws InvalidInputException at {@code /url}, if no request could or should be sent there
   */
  public static TargetUrl parse(String url) {
    return new TargetUrl(UrlParser.normalForm(url));
  }

  static int defaultPort(String scheme) {
    return scheme.equals(HTTPS) ? 443 : 80;
  }

  static InvalidInputException refused(String reason) {
    return new InvalidInputException("/url", "The URL " + reason);
  }

  /** Either {@code https} or {@code http}. */
  public String scheme() {
    return text.substring(0, text.indexOf(SCHEME_END));
  }

  /** Returns whether the scheme is {@code https}. */
  public boolean secure() {
    return text.startsWith(HTTPS);
  }

  /** A name or an address; an IPv6 address without its brackets. */
  public String host() {
    int start = hostStart();
    return text.charAt(start) == '['
        ? text.substring(start + 1, text.indexOf(']', start))
        : text.substring(start, hostEnd(start));
  }

  /** The port to connect to: the URL's, or the default of its scheme. */
  public int port() {
    int end = hostEnd(hostStart());
    return text.charAt(end) == ':'
        ? Integer.parseInt(text, end + 1, text.indexOf('/', end), 10)
        : defaultPort(scheme());
  }

  /** Host and port as one text: the same for all URLs that connect to the same host and port. */
  public String hostAndPort() {
    int start = hostStart();
    int end = text.indexOf('/', start);
    String shown = text.substring(start, end);
    return hostEnd(start) < end ? shown : shown + ":" + defaultPort(scheme());
  }

  public EndpointId endpointOf(String customerId) {
    return EndpointId.of(customerId, text);
  }

  @Override
  public String toString() {
    return text;
  }

  private int hostStart() {
    return text.indexOf(SCHEME_END) + SCHEME_END.length();
  }

  private int hostEnd(int start) {
    int slash = text.indexOf('/', start);
    int bracket = text.lastIndexOf(']', slash);
    int colon = text.indexOf(':', Math.max(start, bracket));
    return colon >= 0 && colon < slash ? colon : slash;
  }
}
