package io.posthorn.sim.invariant;

import io.posthorn.core.endpoint.CircuitState;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.sim.check.Invariant;
import io.posthorn.sim.model.ExpectedEndpoint;
import io.posthorn.sim.model.ReferenceModel;

/** The invariant that requests to endpoints with an OAuth2 client have a token. */
public final class NoTokenNoRequest implements Invariant {
  @Override
  public String contract() {
    return "An endpoint with an OAuth2 client sends only with its present token. Without one,"
        + " one attempt for each wait records it, and until the wait is over only a probe"
        + " fetches a token; one request for a token runs at a time.";
  }

  @Override
  public void onSend(ReferenceModel model, Effect.Send send, long now) {
    ExpectedEndpoint endpoint = model.endpoint(send.ticket().endpoint());
    TokenResult token = send.target().token();
    if (endpoint.settings().options().oauth2() == null) {
      if (token != null) {
        throw broken("%s has no OAuth2 client and got a token".formatted(endpoint.id()));
      }
      return;
    }
    switch (token) {
      case null -> throw broken("%s got a request without a token".formatted(endpoint.id()));
      case TokenResult.NoToken _ -> {
        if (!model.tokens().unrecorded(endpoint.id())) {
          throw broken("%s records twice that it has no token".formatted(endpoint.id()));
        }
      }
      case TokenResult.AccessToken present -> {
        if (!model.tokens().has(endpoint.id(), present)
            || !model.tokens().usable(endpoint.id(), now)) {
          throw broken("%s got a request with an old token".formatted(endpoint.id()));
        }
        if (!send.ticket().probe() && now < endpoint.noTokenUntil()) {
          throw broken(
              "%s has no token until %d".formatted(endpoint.id(), endpoint.noTokenUntil()));
        }
      }
    }
  }

  @Override
  public void onFetch(ReferenceModel model, Effect.FetchToken fetch, long now) {
    ExpectedEndpoint endpoint = model.endpoint(fetch.ticket().endpoint());
    if (model.tokens().fetching(endpoint.id()) != null) {
      throw broken("%s fetches two tokens at once".formatted(endpoint.id()));
    }
    if (endpoint.circuit().state() == CircuitState.ENABLED && now < endpoint.noTokenUntil()) {
      throw broken(
          "%s waits until %d and fetches a token"
              .formatted(endpoint.id(), endpoint.noTokenUntil()));
    }
  }
}
