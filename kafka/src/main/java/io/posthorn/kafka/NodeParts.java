package io.posthorn.kafka;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.command.CommandClient;
import io.posthorn.kafka.command.EventProducer;
import io.posthorn.kafka.directory.BrokerContact;
import io.posthorn.kafka.directory.ClusterSessions;
import io.posthorn.kafka.directory.DirectoryEntries;
import io.posthorn.kafka.read.ClusterReads;
import io.posthorn.kafka.task.LocalShards;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a node is made of.
 *
 * @param ended completed when it has stopped, exceptionally where it failed
 * @param closing ends all of them, the last one first
 */
record NodeParts(
    NodeSettings settings,
    ShardAssignment assignment,
    LocalShards localShards,
    BrokerContact contact,
    DirectoryEntries entries,
    EventProducer events,
    CommandClient commands,
    ClusterSessions sessions,
    ShardThreads shards,
    HangingTransactions hanging,
    ClusterReads reads,
    CompletableFuture<@Nullable Void> ended,
    Runnable closing) {}
