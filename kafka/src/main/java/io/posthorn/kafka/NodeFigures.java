package io.posthorn.kafka;

import java.util.List;

/**
 * What a node is doing.
 *
 * @param shards that it runs
 * @param standbys copies of others' shards that it keeps
 * @param turns of its shards, since each of them began to run here
 * @param inFlight requests that were handed to the sender and are not recorded yet
 * @param lag records of the topics of its shards that are not worked off yet
 * @param recordsToRestore until the shards that it takes over can run
 * @param eventsWaiting to be acknowledged by the brokers
 * @param commandsWaiting for their answer
 * @param brokerSilenceMillis since a broker last answered
 * @param threadsReplaced because something went wrong in them
 * @param partitions all shards that there are, wherever they run
 * @param rejected records of the ingest topic that were no events
 * @param recordsRestored since the start: few, where a copy was at hand
 */
record NodeFigures(
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
    long recordsRestored) {
  /** Of a node that has not joined the others yet. */
  static final NodeFigures NONE = new NodeFigures(List.of(), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
}
