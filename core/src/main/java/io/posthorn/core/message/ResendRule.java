package io.posthorn.core.message;

/**
 * The rule that lets an attempt send its request a second time.
 *
 * <p>A receiver may close an idle connection at the time a request is written to it, and no sender
 * can see that coming. So a reused connection that ended before any byte of a response says nothing
 * about the receiver: the request is sent once more, on a new connection, within the same deadline
 * and as part of the same attempt. A new connection that ends is a failure, and so is one that ends
 * after the first byte.
 */
public final class ResendRule {
  private ResendRule() {}

  /**
   * Returns whether a request whose connection ended without a response is sent again.
   *
   * @param reused whether the connection had carried a request before
   * @param responseBegun whether any byte of a response had arrived
   * @param resent whether this attempt has sent its request twice already
   */
  public static boolean allows(boolean reused, boolean responseBegun, boolean resent) {
    return reused && !responseBegun && !resent;
  }
}
