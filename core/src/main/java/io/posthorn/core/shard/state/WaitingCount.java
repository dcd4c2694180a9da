package io.posthorn.core.shard.state;

/** How many messages wait for all endpoints of one customer, which share it. */
final class WaitingCount {
  long messages;
}
