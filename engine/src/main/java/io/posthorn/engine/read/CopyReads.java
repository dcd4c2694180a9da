package io.posthorn.engine.read;

import org.jspecify.annotations.Nullable;

/**
 * The permission of a call to read copies of shards whose own node does not respond, and a note of
 * whether it did. Copies may be behind, so only calls that show data have it: what decides or
 * changes something needs the shard itself. Thread-safe.
 */
public final class CopyReads {
  private static final ScopedValue<CopyReads> CURRENT = ScopedValue.newInstance();

  private volatile boolean used;

  /** Runs a call with this permission. */
  public <T> T allow(ScopedValue.CallableOp<? extends T, RuntimeException> call) {
    return ScopedValue.where(CURRENT, this).call(call);
  }

  /** The permission of the current call; null if it has none. */
  public static @Nullable CopyReads current() {
    return CURRENT.isBound() ? CURRENT.get() : null;
  }

  /** Notes that a copy was read. */
  public void use() {
    used = true;
  }

  /** Returns whether a copy was read. */
  public boolean used() {
    return used;
  }
}
