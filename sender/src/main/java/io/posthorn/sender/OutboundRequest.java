package io.posthorn.sender;

import io.posthorn.core.subscription.TargetUrl;
import org.apache.hc.core5.http.HttpRequest;

/** A request ready to go, with whose it is and how long it may take. */
record OutboundRequest(
    String customerId, TargetUrl url, HttpRequest head, byte[] body, long timeoutNanos) {}
