package io.posthorn.sim.ledger;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.EndpointChange;
import org.jspecify.annotations.Nullable;

/**
 * What must come of an outcome.
 *
 * @param change how the endpoint's circuit changes; null where it does not
 */
public record Judgement(
    AttemptTicket ticket,
    Outcome outcome,
    long now,
    KnownMessage before,
    Message after,
    EndpointFacts endpointBefore,
    EndpointFacts endpointAfter,
    @Nullable EndpointChange change) {}
