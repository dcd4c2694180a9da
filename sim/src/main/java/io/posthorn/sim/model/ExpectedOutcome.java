package io.posthorn.sim.model;

import io.posthorn.core.message.AttemptTicket;
import io.posthorn.core.message.Message;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.EndpointChange;
import org.jspecify.annotations.Nullable;

/**
 * The expected result of an outcome: the message and the endpoint before and after it.
 *
 * @param change how the endpoint's circuit changes; null if it does not
 * @param gone whether a 410 pauses the endpoint
 */
public record ExpectedOutcome(
    AttemptTicket ticket,
    Outcome outcome,
    long now,
    ExpectedMessage before,
    Message after,
    ExpectedEndpoint endpointBefore,
    ExpectedEndpoint endpointAfter,
    @Nullable EndpointChange change,
    boolean gone) {}
