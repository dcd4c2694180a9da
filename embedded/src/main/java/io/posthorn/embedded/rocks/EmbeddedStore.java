package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import io.posthorn.engine.CommittingStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store of an embedded engine: written and committed by one thread, and read by any. Readers
 * see what is committed.
 */
public interface EmbeddedStore extends CommittingStore {
  /**
   * Lets a thread read committed state that does not change meanwhile. The view is good inside the
   * call only; while it lasts old versions are kept, so it should not last long.
   */
  <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading);

  /**
   * Committed state for what every call asks first: keys and customers are answered from memory,
   * and one entry after another follows a commit before whoever caused it is answered.
   */
  ShardView directoryView();

  /** What the store's files take, logs included. */
  long sizeOnDisk();

  /** Gives back the room of what was removed or replaced; it may take long. */
  void compact();
}
