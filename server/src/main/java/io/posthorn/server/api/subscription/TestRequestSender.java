package io.posthorn.server.api.subscription;

import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import java.util.concurrent.CompletableFuture;

/** The sender of test requests, which do not affect circuit or statistics. */
@FunctionalInterface
public interface TestRequestSender {
  /** Sends the request and returns its outcome; a failure is an outcome too. */
  CompletableFuture<Outcome> send(Subscription subscription, EndpointView endpoint, byte[] body);
}
