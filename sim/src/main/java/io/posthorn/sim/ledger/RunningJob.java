package io.posthorn.sim.ledger;

import io.posthorn.core.shard.protocol.BulkJob;

/** A bulk job that is not known to be done, and when it was made. */
public record RunningJob(BulkJob job, long madeAt) {}
