package io.posthorn.core.shard.protocol;

import java.util.List;

/**
 * The result of one turn of a shard. Its writes are in the store, not yet committed.
 *
 * @param effects to be released after the commit, in this order
 * @param mustSync whether the commit has to reach the disk before the effects are released; false
 *     if losing it would only repeat attempts
 * @param wakeAt the time of the next turn unless a command arrives earlier; {@link Long#MAX_VALUE}
 *     for none
 */
public record Turn(List<Effect> effects, boolean mustSync, long wakeAt) {}
