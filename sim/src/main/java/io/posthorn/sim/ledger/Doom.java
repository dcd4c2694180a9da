package io.posthorn.sim.ledger;

import io.posthorn.core.message.EndReason;

/**
 * Why a waiting message is about to be cancelled.
 *
 * @param atOnce whether no attempt may start from now on; else a sweep takes it when it gets there
 */
public record Doom(EndReason reason, boolean atOnce) {}
