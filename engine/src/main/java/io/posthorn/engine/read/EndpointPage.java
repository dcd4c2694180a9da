package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some endpoints in the order of their ids, which new endpoints do not disturb.
 *
 * @param next the id that the next page begins behind; null after the last
 */
public record EndpointPage(List<EndpointView> endpoints, @Nullable EndpointId next) {}
