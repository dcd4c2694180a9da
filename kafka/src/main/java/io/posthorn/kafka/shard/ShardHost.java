package io.posthorn.kafka.shard;

import io.posthorn.core.shard.protocol.Rules;
import io.posthorn.core.shard.protocol.Sender;
import io.posthorn.core.shard.protocol.ShardAssignment;
import io.posthorn.embedded.EffectListener;
import io.posthorn.embedded.TimeSource;
import io.posthorn.kafka.log.Contact;
import io.posthorn.kafka.log.DirectoryEntries;
import io.posthorn.kafka.log.DirectoryLog;
import io.posthorn.kafka.topic.TopicNames;

/**
 * What all shards of a node find around them.
 *
 * @param installation 32 bits that tell installations apart
 * @param roster where running shards are listed
 */
public record ShardHost(
    TopicNames names,
    ShardAssignment territory,
    Rules rules,
    int installation,
    DirectoryEntries directory,
    DirectoryLog directoryLog,
    Sender sender,
    EffectListener listener,
    TimeSource time,
    Contact contact,
    Roster roster) {}
