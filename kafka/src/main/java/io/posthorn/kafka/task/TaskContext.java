package io.posthorn.kafka.task;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.engine.EffectListener;
import io.posthorn.engine.EventRateLimit;
import io.posthorn.engine.TimeSource;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.directory.DirectoryFreshness;
import io.posthorn.kafka.topic.TopicNames;
import java.time.Duration;

/**
 * The dependencies that all shards of a node share.
 *
 * @param installation 32 bits that distinguish installations
 * @param localShards where running shards are listed
 * @param inFlight the in-flight limits of the node
 * @param reportedWaiting the fewest waiting messages of a customer that a shard reports; {@link
 *     Long#MAX_VALUE} for no report
 * @param rate the limit of events per customer in the ingest topic
 * @param router routes events of the ingest topic and operational events
 * @param maxClockOffset the largest offset of a node's clock from the brokers'
 */
public record TaskContext(
    TopicNames names,
    ShardAssignment assignment,
    Rules rules,
    int installation,
    DirectoryEntries directory,
    DirectoryFreshness freshness,
    Sender sender,
    EffectListener listener,
    TimeSource time,
    BrokerConnectivity contact,
    LocalShards localShards,
    NodeInFlight inFlight,
    long reportedWaiting,
    EventRateLimit rate,
    EventRouter router,
    Duration maxClockOffset) {}
