package io.posthorn.sim.model;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.protocol.Effect;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The access tokens of endpoints and the requests for them, all of which a crash forgets. */
public final class TokenModel {
  private record Token(TokenResult.AccessToken token, long until) {}

  private final Map<EndpointId, TokenTicket> fetching = new HashMap<>();
  private final Map<EndpointId, Token> tokens = new HashMap<>();
  private final Map<MessageId, TokenResult> sentWith = new HashMap<>();
  private final Set<EndpointId> unrecorded = new HashSet<>();

  /** The request for a token that is under way; null if there is none. */
  public @Nullable TokenTicket fetching(EndpointId id) {
    return fetching.get(id);
  }

  /** Returns whether an endpoint has a token that has not ended. */
  public boolean usable(EndpointId id, long now) {
    Token token = tokens.get(id);
    return token != null && now < token.until();
  }

  /** Returns whether that is the endpoint's token. */
  public boolean has(EndpointId id, TokenResult token) {
    Token known = tokens.get(id);
    return known != null && known.token().equals(token);
  }

  /** Returns whether a message may record that there is no token. */
  public boolean unrecorded(EndpointId id) {
    return unrecorded.contains(id);
  }

  /** Returns whether an endpoint could start a request but for its token. */
  public boolean lacking(ExpectedEndpoint endpoint, long now) {
    return endpoint.settings().options().oauth2() != null
        && (endpoint.noTokenUntil() > now || !usable(endpoint.id(), now));
  }

  void fetched(Effect.FetchToken fetch) {
    fetching.put(fetch.ticket().endpoint(), fetch.ticket());
  }

  /** Returns whether a result belongs to the request under way, which then has ended. */
  boolean ended(TokenTicket ticket) {
    return fetching.remove(ticket.endpoint(), ticket);
  }

  void keep(EndpointId id, TokenResult.AccessToken token, long now) {
    tokens.put(id, new Token(token, now + token.usableMillis()));
    unrecorded.remove(id);
  }

  void failed(EndpointId id) {
    tokens.remove(id);
    unrecorded.add(id);
  }

  void started(Effect.Send send) {
    TokenResult token = send.target().token();
    if (token instanceof TokenResult.NoToken) {
      unrecorded.remove(send.ticket().endpoint());
    }
    if (token != null) {
      sentWith.put(send.ticket().message(), token);
    }
  }

  /** The outcome of a request; a 401 discards the token that it was sent with. */
  void outcome(EndpointId id, MessageId message, int status) {
    TokenResult token = sentWith.remove(message);
    if (status == 401 && token != null && has(id, token)) {
      tokens.remove(id);
    }
  }

  /** Forgets everything of an endpoint. */
  void reset(EndpointId id) {
    fetching.remove(id);
    tokens.remove(id);
    unrecorded.remove(id);
  }

  void forget() {
    fetching.clear();
    tokens.clear();
    sentWith.clear();
    unrecorded.clear();
  }
}
