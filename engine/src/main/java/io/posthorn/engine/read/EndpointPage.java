package io.posthorn.engine.read;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.shard.read.EndpointView;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of endpoints in id order. Paging is stable while endpoints are added.
 *
 * @param next the id that the next page starts after; null on the last page
 */
public record EndpointPage(List<EndpointView> endpoints, @Nullable EndpointId next) {}
