package io.posthorn.kafka.read;

/** A shard cannot be read where it is thought to be: it has just moved, or its node is away. */
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

  /** The node that was asked; {@code unknown} where nobody is known to have the shard. */
  public String node() {
    return node;
  }
}
