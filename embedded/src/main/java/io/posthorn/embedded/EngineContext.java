package io.posthorn.embedded;

import io.posthorn.engine.EffectListener;
import io.posthorn.engine.FreeSpace;
import io.posthorn.engine.TimeSource;
import io.posthorn.core.shard.Sender;

/** What an engine finds around it. */
public record EngineContext(
    Sender sender, EffectListener listener, TimeSource time, FreeSpace freeSpace) {}
