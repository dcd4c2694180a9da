package io.posthorn.server.api.subscription;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import java.util.concurrent.CompletableFuture;

/** Sends a sample: a request like that of a message, which counts for nothing. */
@FunctionalInterface
public interface TestRequestSender {
  /** What became of the request; a failure of it is an outcome too. */
  CompletableFuture<Outcome> send(Subscription subscription, EndpointView endpoint, byte[] body);
}
