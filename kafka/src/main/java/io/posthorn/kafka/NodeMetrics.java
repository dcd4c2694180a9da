package io.posthorn.kafka;

import java.util.List;

/**
 * A snapshot of a node's metrics.
 *
 * @param shards the shards that it runs
 * @param standbys standby copies of other nodes' shards
 * @param turns turns of its shards, each counted since it started here
 * @param inFlight requests handed to the sender whose outcome is not recorded yet
 * @param lag unprocessed records of its shards' topics
 * @param recordsToRestore records left to restore before its shards can run
 * @param eventsWaiting events that wait for acknowledgement by the brokers
 * @param commandsWaiting commands that wait for their reply
 * @param brokerSilenceMillis time since a broker last responded
 * @param threadsReplaced threads replaced after a failure
 * @param partitions the number of shards of the installation
 * @param rejected invalid records of the ingest topic
 * @param recordsRestored records restored since the start; few if a standby copy was present
 * @param transactionsHanging hanging transactions that need an operator; 0 on all nodes but one
 * @param transactionsAborted hanging transactions that this node aborted
 * @param clockOffsetMillis how far this node's clock is ahead of the brokers'
 * @param recordsParked parked records of the installation
 * @param shardsPaused shards of this node that failed and are paused
 * @param shardsFull shards of the installation whose backlog is at its limit
 * @param requestsUnrecorded requests whose outcome was not recorded before their shard left
 * @param shardsWaiting shards of this node that wait for capacity within its in-flight limits
 */
record NodeMetrics(
    List<Integer> shards,
    int standbys,
    long turns,
    int inFlight,
    long lag,
    long recordsToRestore,
    int eventsWaiting,
    int commandsWaiting,
    long brokerSilenceMillis,
    long threadsReplaced,
    int partitions,
    long rejected,
    long recordsRestored,
    int transactionsHanging,
    long transactionsAborted,
    long clockOffsetMillis,
    int recordsParked,
    int shardsPaused,
    int shardsWaiting,
    int shardsFull,
    long requestsUnrecorded) {
  /** The metrics of a node that has not joined yet. */
  static final NodeMetrics NONE =
      new NodeMetrics(List.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
