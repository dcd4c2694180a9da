package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Sender;

/** What an engine finds around it. */
public record Surroundings(
    Sender sender, EffectListener listener, TimeSource time, FreeSpace freeSpace) {}
