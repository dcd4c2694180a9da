package io.posthorn.engine;

import io.posthorn.core.store.ShardStore;

/**
 * A shard's store together with the power to commit.
 *
 * <ul>
 *   <li>A commit is all or nothing, over any crash.
 *   <li>Commits become durable in their order: a later one is never there without an earlier one.
 *   <li>A commit that throws may or may not have happened; the shard on top must be opened anew.
 * </ul>
 */
public interface CommittingStore extends ShardStore {
  /**
   * Makes all writes since the last commit one.
   *
   * @param sync whether it, and every commit before it, is on disk when this returns
   */
  void commit(boolean sync);
}
