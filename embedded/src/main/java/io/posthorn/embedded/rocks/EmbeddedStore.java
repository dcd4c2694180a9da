package io.posthorn.embedded.rocks;

import io.posthorn.core.store.ShardView;
import io.posthorn.engine.CommittingStore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The store of an embedded engine. One thread writes and commits; any thread reads committed state.
 */
public interface EmbeddedStore extends CommittingStore {
  /**
   * Reads a snapshot of the committed state. The view is valid inside the call only; keep it short,
   * because old versions are retained meanwhile.
   */
  <T extends @Nullable Object> T withSnapshot(Function<ShardView, T> reading);

  /**
   * The committed state with keys and customers in memory, for lookups that every call makes.
   * Entries are updated after a commit and before its replies.
   */
  ShardView directoryView();

  /** The size of the store's files, including logs. */
  long sizeOnDisk();

  /** Frees the space of removed or replaced entries; may take long. */
  void compact();
}
