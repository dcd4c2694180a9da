package io.posthorn.core.shard.protocol;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.url.TargetUrl;

/** Where a request goes, and with what: read at each attempt. */
public record SendTarget(TargetUrl url, EndpointSettings settings, EndpointSecrets secrets) {}
