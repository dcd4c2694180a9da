package io.posthorn.sim.ledger;

import io.posthorn.core.message.AttemptTicket;

/** A request on its way. */
public record Flight(AttemptTicket ticket, int bytes) {}
