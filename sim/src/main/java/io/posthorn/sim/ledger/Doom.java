package io.posthorn.sim.ledger;

import io.posthorn.core.message.EndReason;

/**
 * Why a waiting message is about to be cancelled.
 *
 * @param atOnce whether no attempt may start from now on; else a sweep takes it when it gets there
 * @param soon whether that must be soon; one that was in flight when it was cancelled, and whose
 *     outcome a crash has lost, may wait until its turn comes
 */
public record Doom(EndReason reason, boolean atOnce, boolean soon) {}
