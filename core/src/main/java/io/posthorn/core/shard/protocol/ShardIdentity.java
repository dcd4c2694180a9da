package io.posthorn.core.shard.protocol;

/**
 * The identity of a shard, which makes its ids unique.
 *
 * @param shard its number among the shards of an installation
 * @param installation 32 random bits drawn when the store was created
 */
public record ShardIdentity(int shard, int installation) {}
