package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.url.TargetUrl;

/** The destination of a request with its settings and secrets, read at each attempt. */
public record SendTarget(TargetUrl url, EndpointSettings settings, EndpointSecrets secrets) {}
