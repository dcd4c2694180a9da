package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Reply;

/**
 * What went before its time, because the store had grown too large.
 *
 * @param size what the store takes afterwards
 * @param most what it may take
 */
public record TrimReport(Reply.Trimmed removed, long size, long most) {}
