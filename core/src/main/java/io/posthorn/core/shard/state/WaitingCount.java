package io.posthorn.core.shard.state;

/** The number of waiting messages of one customer, shared by its endpoints. */
final class WaitingCount {
  long messages;
}
