package io.posthorn.core.shard.protocol;

/**
 * What makes a shard's ids its own.
 *
 * @param shard its number among the shards of an installation
 * @param installation 32 bits drawn when the store was made
 */
public record ShardIdentity(int shard, int installation) {}
