package io.posthorn.kafka;

import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.read.Peers;

/** The dependencies that a node gets from the server. */
record NodeContext(Sender sender, EffectListener listener, TimeSource time, Peers peers) {}
