package io.posthorn.core.shard.delivery;

import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.shard.protocol.Command;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.EndpointToken;
import io.posthorn.core.shard.state.ShardState;

/**
 * The rules of access tokens: when one is fetched, and what happens if there is none.
 *
 * <ul>
 *   <li>A token is fetched when something could start, before it starts: it uses no capacity. An
 *       endpoint has one request for a token at a time.
 *   <li>Shortly before its end a token is renewed while requests continue to use it.
 *   <li>If there is none, one message records a failed attempt, and the endpoint starts nothing for
 *       1 min, doubling to 10 min. Probes keep their interval.
 * </ul>
 */
public final class AccessTokens {
  private final ShardState state;
  private long fetches;

  public AccessTokens(ShardState state) {
    this.state = state;
  }

  /** Returns whether an endpoint has what its next request starts with. */
  boolean ready(Endpoint endpoint) {
    return endpoint.oauth2() == null || endpoint.token().ready(state.now());
  }

  /**
   * Returns when an endpoint with an OAuth2 client can start its next request, and fetches a token
   * if one is needed now.
   *
   * @param due when it could start without a token
   */
  long startOf(Endpoint endpoint, long due, boolean held) {
    EndpointToken token = endpoint.token();
    long now = state.now();
    if (due > now) {
      token.forgetFailure();
    }
    if (token.hasFailure()) {
      return due;
    }
    long start = held ? due : Math.max(due, endpoint.stored().noTokenUntil());
    if (start > now) {
      return start;
    }
    if (token.due(now)) {
      fetch(endpoint);
    }
    return token.usable(now) ? start : Long.MAX_VALUE;
  }

  private void fetch(Endpoint endpoint) {
    OAuth2Client client = endpoint.oauth2();
    if (client != null) {
      TokenTicket ticket = new TokenTicket(endpoint.id(), ++fetches);
      endpoint.token().fetchStarted(ticket);
      state.emit(new Effect.FetchToken(ticket, endpoint.customerId(), client));
    }
  }

  public void record(Command.RecordToken command) {
    Endpoint endpoint = state.endpoints.get(command.ticket().endpoint());
    if (endpoint == null || !endpoint.token().fetchEnded(command.ticket())) {
      return; // erased, or its client has changed
    }
    switch (command.result()) {
      case TokenResult.AccessToken token -> {
        endpoint.token().keep(token, state.now());
        endpoint.stored().endTokenWait();
      }
      case TokenResult.NoToken none when endpoint.token().usable(state.now()) ->
          endpoint.token().renewLater(state.now());
      case TokenResult.NoToken none -> {
        endpoint.token().fail(none);
        endpoint.stored().tokenFailed(state.now());
      }
    }
    state.touch(endpoint);
  }
}
