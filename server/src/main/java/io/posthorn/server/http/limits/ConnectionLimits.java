package io.posthorn.server.http.limits;

import java.time.Duration;

/**
 * The limits of inbound connections: deadlines, bytes and counts.
 *
 * @param idle how long a connection may be open without a request
 * @param unauthenticated how long a connection may be without a request, and a request take to come
 *     in, until a caller is known by a key or a session
 * @param request how long a request may take to come in, from its first byte to its last
 * @param response how long a caller may take to read a response
 * @param checkEvery how often deadlines are checked
 * @param unauthenticatedBytes how many bytes a request may have before its caller is known
 * @param requestBytes how many bytes a request may have
 * @param totalBytes how many bytes of large requests there may be at a time
 * @param connections how many may be open at a time; the next waits to be accepted
 * @param perAddress how many of them may come from one address; the next is closed
 */
public record ConnectionLimits(
    Duration idle,
    Duration unauthenticated,
    Duration request,
    Duration response,
    Duration checkEvery,
    int unauthenticatedBytes,
    int requestBytes,
    long totalBytes,
    int connections,
    int perAddress) {
  /** A request up to this size is not counted among the large ones: it costs no shared counter. */
  static final int SMALL = 64 << 10;

  private static final int MIB = 1 << 20;

  /** A request is held about three times while it is read and parsed. */
  private static final int SHARE_OF_MEMORY = 8;

  /**
   * A minute is long for 16 MiB even at 3 Mbit/s, and short for somebody who only wants to stay. A
   * connection needs up to 100 kB (TLS), so that 2,000 of them fit into a small heap. One address
   * may have a quarter, so that no single caller can lock out all others; and 10 s are long for a
   * head.
   */
  public static final ConnectionLimits DEFAULT =
      new ConnectionLimits(
          Duration.ofSeconds(60),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1),
          128 << 10,
          33 * MIB, // more than the largest body, so that one a little too large still hears why
          Math.clamp(Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY, 34 * MIB, 256 * MIB),
          2_000,
          500);

  /**
   * The same with other deadlines; the one for unauthenticated callers is that of a request at
   * most.
   */
  public ConnectionLimits withTimes(
      Duration idle, Duration request, Duration response, Duration checkEvery) {
    Duration shorter = unauthenticated.compareTo(request) < 0 ? unauthenticated : request;
    return new ConnectionLimits(
        idle,
        shorter,
        request,
        response,
        checkEvery,
        unauthenticatedBytes,
        requestBytes,
        totalBytes,
        connections,
        perAddress);
  }

  /** The same with another limit for all large requests together. */
  public ConnectionLimits withTotalBytes(long bytes) {
    return new ConnectionLimits(
        idle,
        unauthenticated,
        request,
        response,
        checkEvery,
        unauthenticatedBytes,
        requestBytes,
        bytes,
        connections,
        perAddress);
  }

  /** The same with another limit for the connections of one address. */
  public ConnectionLimits withPerAddress(int count) {
    return new ConnectionLimits(
        idle,
        unauthenticated,
        request,
        response,
        checkEvery,
        unauthenticatedBytes,
        requestBytes,
        totalBytes,
        connections,
        count);
  }

  /** The same for a server whose connections all come from a proxy. */
  public ConnectionLimits behindProxy() {
    return withPerAddress(connections);
  }
}
