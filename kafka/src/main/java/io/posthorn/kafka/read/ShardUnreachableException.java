package io.posthorn.kafka.read;

/** The failure to read a shard at its known node: it has just moved, or the node is down. */
public final class ShardUnreachableException extends RuntimeException {
  private final String node;

  public ShardUnreachableException(String node, String detail) {
    super(detail, null, false, false);
    this.node = node;
  }

  public ShardUnreachableException(String node, Throwable cause) {
    super(String.valueOf(cause.getMessage()), cause);
    this.node = node;
  }

  /** The node of the shard; {@code unknown} if none is known. */
  public String node() {
    return node;
  }
}
