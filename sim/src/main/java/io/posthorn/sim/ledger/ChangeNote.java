package io.posthorn.sim.ledger;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.protocol.EndpointChange;

/** A change of an endpoint that the rules demand, and the world must hear of. */
public record ChangeNote(EndpointId endpoint, EndpointChange change) {}
