package io.posthorn.server.settings;

import java.net.InetAddress;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Host names and complete IP addresses (the platform would also accept {@code 127.1}). */
final class HostNames {
  private static final String LABEL = "[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
  private static final Pattern NAME = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern ENDS_NUMERIC = Pattern.compile("(.*\\.)?[0-9]+");
  private static final Pattern FOUR_NUMBERS = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");
  private static final Pattern HOST_AND_PORT = Pattern.compile("(.+):([0-9]{1,5})");

  static final ValueType<String> HOST =
      ValueType.of(
          "a host name or address, such as localhost, 127.0.0.1 or ::1",
          text -> isHost(text) ? text : null);

  private HostNames() {}

  static @Nullable InetAddress address(String text) {
    boolean looksRight = text.indexOf(':') >= 0 || FOUR_NUMBERS.matcher(text).matches();
    if (!looksRight || text.startsWith("[")) {
      return null;
    }
    try {
      return InetAddress.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Returns whether a host is loopback; of names, only {@code localhost} is. */
  static boolean isLoopback(String host) {
    InetAddress address = address(host);
    return address == null ? host.equalsIgnoreCase("localhost") : address.isLoopbackAddress();
  }

  /** Returns whether a host stands for all addresses of the machine. */
  static boolean isEverywhere(String host) {
    InetAddress address = address(host);
    return address != null && address.isAnyLocalAddress();
  }

  static @Nullable String hostAndPort(String text) {
    var matcher = HOST_AND_PORT.matcher(text);
    if (!matcher.matches()) {
      return null;
    }
    String host = matcher.group(1).replaceFirst("^\\[(.*:.*)]$", "$1");
    int port = Integer.parseInt(matcher.group(2));
    return isHost(host) && port >= 1 && port <= 65_535 ? text : null;
  }

  private static boolean isHost(String text) {
    boolean name = NAME.matcher(text).matches() && !ENDS_NUMERIC.matcher(text).matches();
    return name ? text.length() <= 253 : address(text) != null;
  }
}
