package io.posthorn.engine;

import io.posthorn.core.store.ShardStore;

/**
 * A shard store that can commit.
 *
 * <ul>
 *   <li>A commit is atomic, also over a crash.
 *   <li>Commits become durable in order: a later one never survives without the earlier ones.
 *   <li>A commit that throws may or may not have happened; the shard has to be reopened.
 * </ul>
 */
public interface CommittingStore extends ShardStore {
  /**
   * Commits all writes since the last commit.
   *
   * @param sync whether this commit and all earlier ones are on disk on return
   */
  void commit(boolean sync);
}
