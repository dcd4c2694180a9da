package io.posthorn.core.message;

import io.posthorn.core.store.StoredEnum;
import java.util.List;

/** A queue of an endpoint. Numbers are stored and never reused. */
public enum Lane implements StoredEnum {
  /** First attempts, oldest first. */
  FIRST(0),
  /** Retries, by the time they are due. */
  RETRY(1),
  /**
   * Messages whose probe failed, in that order. They come after all others, so that one poison
   * message does not keep an endpoint disabled. Each returns to its own lane when the endpoint is
   * enabled.
   */
  PROBED(2),
  /**
   * Ordered messages behind another one of their object, by key and then by their order. None of
   * them is attempted before it is the head, which puts it into one of the other lanes.
   */
  ORDER(3);

  /** The lanes whose messages can be attempted, in the order in which probes are chosen. */
  public static final List<Lane> STARTING = List.of(FIRST, RETRY, PROBED);

  private final int number;

  Lane(int number) {
    this.number = number;
  }

  @Override
  public int number() {
    return number;
  }

  public static Lane of(int number) {
    return StoredEnum.of(values(), number, "lane");
  }
}
