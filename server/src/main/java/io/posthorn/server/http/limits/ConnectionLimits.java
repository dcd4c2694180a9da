package io.posthorn.server.http.limits;

import java.time.Duration;

/**
 * The limits of inbound connections: deadlines, bytes and counts.
 *
 * @param idle how long a connection may be open without a request
 * @param unauthenticated the same two deadlines, {@code idle} and {@code request}, while the caller
 *     is not authenticated
 * @param request how long a request may take to arrive, from its first byte to its last
 * @param response how long a caller may take to read a response
 * @param checkEvery how often deadlines are checked
 * @param unauthenticatedBytes the size limit of a request while its caller is not authenticated
 * @param requestBytes the size limit of a request
 * @param totalBytes the size limit of all large requests together
 * @param connections the limit of open connections; the next one waits to be accepted
 * @param perAddress the limit of connections from one address; the next one is closed
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
  /** The size up to which a request does not count as large, which saves a shared counter. */
  static final int SMALL = 64 << 10;

  private static final int MIB = 1 << 20;

  /** A request is held about three times while it is read and parsed. */
  private static final int SHARE_OF_MEMORY = 8;

  /**
   * A minute is enough for 16 MiB even at 3 Mbit/s, and too short to hold a connection on purpose.
   * A connection needs up to 100 kB (TLS), so that 2,000 of them fit into a small heap. One address
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
          33 * MIB, // above the largest body, so that a slightly larger one still gets a 413
          totalBytes(Runtime.getRuntime().maxMemory()),
          2_000,
          500);

  /**
   * The budget of large requests in a heap: at least one of the largest, unless the heap is so
   * small that this one could fill it.
   */
  static long totalBytes(long heap) {
    return Math.clamp(heap / SHARE_OF_MEMORY, Math.min(34 * MIB, heap / 4), 256 * MIB);
  }

  /**
   * Returns a copy with other deadlines; the one for unauthenticated callers is at most that of a
   * request.
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

  /** Returns a copy with another limit for all large requests together. */
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

  /** Returns a copy with another limit of connections from one address. */
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

  /** Returns a copy for a server whose connections all come from a proxy. */
  public ConnectionLimits behindProxy() {
    return withPerAddress(connections);
  }
}
