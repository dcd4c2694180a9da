package io.posthorn.server.wire;

import java.time.Duration;

/**
 * What a caller may take of us.
 *
 * @param idle how long a connection may be open without a request
 * @param request how long a request may take to come in, from its first byte to its last
 * @param answer how long a caller may take to read an answer
 * @param look how often deadlines are looked at
 * @param strangers how many bytes a request may have before its caller is known
 * @param most how many bytes a request may have
 * @param together how many bytes of large requests there may be at a time
 * @param connections how many may be open at a time; the next waits to be accepted
 */
public record WireLimits(
    Duration idle,
    Duration request,
    Duration answer,
    Duration look,
    int strangers,
    int most,
    long together,
    int connections) {
  /** A request up to this size is not counted among the large ones: it costs no shared counter. */
  static final int SMALL = 64 << 10;

  private static final int MIB = 1 << 20;

  /** A request is held about three times while it is read and parsed. */
  private static final int SHARE_OF_MEMORY = 8;

  /**
   * A minute is long for 16 MiB even at 3 Mbit/s, and short for somebody who only wants to stay. A
   * connection needs up to 100 kB (TLS), so that 2,000 of them fit into a small heap.
   */
  public static final WireLimits DEFAULT =
      new WireLimits(
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(60),
          Duration.ofSeconds(1),
          128 << 10,
          33 * MIB, // more than the largest body, so that one a little too large still hears why
          Math.clamp(Runtime.getRuntime().maxMemory() / SHARE_OF_MEMORY, 34 * MIB, 256 * MIB),
          2_000);

  /** The same with other deadlines. */
  public WireLimits withTimes(Duration idle, Duration request, Duration answer, Duration look) {
    return new WireLimits(idle, request, answer, look, strangers, most, together, connections);
  }

  /** The same with another limit for all large requests together. */
  public WireLimits withTogether(long bytes) {
    return new WireLimits(idle, request, answer, look, strangers, most, bytes, connections);
  }
}
