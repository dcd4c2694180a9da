package io.posthorn.server.wire;

import java.time.Duration;

/**
 * What a caller may take of us.
 *
 * @param idle how long a connection may be open without a request
 * @param unknown how long a connection may be without a request, and a request take to come in,
 *     until a caller is known by a key or a session
 * @param request how long a request may take to come in, from its first byte to its last
 * @param answer how long a caller may take to read an answer
 * @param look how often deadlines are looked at
 * @param strangers how many bytes a request may have before its caller is known
 * @param most how many bytes a request may have
 * @param together how many bytes of large requests there may be at a time
 * @param connections how many may be open at a time; the next waits to be accepted
 * @param perAddress how many of them may come from one address; the next is closed
 */
public record WireLimits(
    Duration idle,
    Duration unknown,
    Duration request,
    Duration answer,
    Duration look,
    int strangers,
    int most,
    long together,
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
   * may have a quarter, so that nobody shuts the door alone; and 10 s are long for a head.
   */
  public static final WireLimits DEFAULT =
      new WireLimits(
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

  /** The same with other deadlines; the one for unknown callers is that of a request at most. */
  public WireLimits withTimes(Duration idle, Duration request, Duration answer, Duration look) {
    Duration shorter = unknown.compareTo(request) < 0 ? unknown : request;
    return new WireLimits(
        idle, shorter, request, answer, look, strangers, most, together, connections, perAddress);
  }

  /** The same with another limit for all large requests together. */
  public WireLimits withTogether(long bytes) {
    return new WireLimits(
        idle, unknown, request, answer, look, strangers, most, bytes, connections, perAddress);
  }

  /** The same with another limit for the connections of one address. */
  public WireLimits withPerAddress(int count) {
    return new WireLimits(
        idle, unknown, request, answer, look, strangers, most, together, connections, count);
  }

  /** The same for where a proxy has all the connections. */
  public WireLimits behindProxy() {
    return withPerAddress(connections);
  }
}
