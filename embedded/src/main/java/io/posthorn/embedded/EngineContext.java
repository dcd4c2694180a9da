package io.posthorn.embedded;

import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.FreeSpace;
import io.posthorn.engine.TimeSource;

/** The dependencies of an engine. */
public record EngineContext(
    Sender sender, EffectListener listener, TimeSource time, FreeSpace freeSpace) {}
