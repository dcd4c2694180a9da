package io.posthorn.kafka;

import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.kafka.command.CommandDesk;
import io.posthorn.kafka.command.EventDesk;
import io.posthorn.kafka.command.SessionDesk;
import io.posthorn.kafka.log.Contact;
import io.posthorn.kafka.log.DirectoryEntries;
import io.posthorn.kafka.read.ReadingRoom;
import io.posthorn.kafka.shard.Roster;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * What a node is made of.
 *
 * @param ended completed when it has stopped, exceptionally where it failed
 * @param closing ends all of them, the last one first
 */
record Parts(
    KafkaSettings settings,
    ShardAssignment territory,
    Roster roster,
    Contact contact,
    DirectoryEntries entries,
    EventDesk events,
    CommandDesk commands,
    SessionDesk sessions,
    ShardThreads shards,
    HangingTransactions hanging,
    ReadingRoom room,
    CompletableFuture<@Nullable Void> ended,
    Runnable closing) {}
