package io.posthorn.kafka;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.clock.ComparedClock;
import io.posthorn.kafka.command.CommandClient;
import io.posthorn.kafka.command.EventProducer;
import io.posthorn.kafka.command.ShardBacklog;
import io.posthorn.kafka.directory.BrokerConnectivity;
import io.posthorn.kafka.directory.ClusterMarks;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.task.LocalShards;
import io.posthorn.kafka.task.NodeInFlight;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a node.
 *
 * @param termination completes when the node has stopped, exceptionally if it failed
 * @param closing closes all parts in reverse order
 */
record NodeComponents(
    NodeSettings settings,
    ShardAssignment assignment,
    LocalShards localShards,
    NodeInFlight inFlight,
    ShardBacklog backlog,
    BrokerConnectivity contact,
    DirectoryEntries entries,
    EventProducer events,
    CommandClient commands,
    ClusterMarks marks,
    ShardThreads shards,
    HangingTransactions hanging,
    ComparedClock clock,
    ParkedNames parked,
    EncryptionKeyCheck keys,
    ClusterReads reads,
    CompletableFuture<@Nullable Void> termination,
    Runnable closing) {}
