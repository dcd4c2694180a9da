package io.posthorn.core.shard.state;

import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.shard.protocol.TokenTicket;
import org.jspecify.annotations.Nullable;

/**
 * The access token of an endpoint, in memory only: the next process fetches its own. Only the time
 * until which nothing starts is stored.
 */
public final class EndpointToken {
  private TokenResult.@Nullable AccessToken token;
  private long usableUntil;
  private long renewAt;
  private @Nullable TokenTicket fetching;

  /** The failure that one message has to record; the endpoint waits afterwards. */
  private TokenResult.@Nullable NoToken failure;

  /** Returns whether a token is there that can be used now. */
  public boolean usable(long now) {
    return token != null && now < usableUntil;
  }

  /** Returns whether a request can start: with a token, or to record that there is none. */
  public boolean ready(long now) {
    return failure != null || usable(now);
  }

  /** Returns whether a token has to be fetched, because there is none or it ends soon. */
  public boolean due(long now) {
    return fetching == null && (!usable(now) || now >= renewAt);
  }

  /** A request for a token has started. */
  public void fetchStarted(TokenTicket ticket) {
    fetching = ticket;
  }

  /**
   * A request for a token has ended. Returns false if it is not the one under way: its result is
   * not wanted any more.
   */
  public boolean fetchEnded(TokenTicket ticket) {
    boolean expected = ticket.equals(fetching);
    if (expected) {
      fetching = null;
    }
    return expected;
  }

  public void keep(TokenResult.AccessToken fetched, long now) {
    token = fetched;
    failure = null;
    usableUntil = now + fetched.usableMillis();
    renewAt = usableUntil - OAuth2Client.renewalBefore(fetched.usableMillis());
  }

  /** A renewal failed, but the token can still be used. */
  public void renewLater(long now) {
    renewAt = now + OAuth2Client.RENEWAL_RETRY;
  }

  /** There is no token: one message records it. */
  public void fail(TokenResult.NoToken reason) {
    token = null;
    failure = reason;
  }

  public boolean hasFailure() {
    return failure != null;
  }

  /** Nothing can record the failure now. */
  public void forgetFailure() {
    failure = null;
  }

  /** Takes the token of the next request, or the failure, which is recorded once. */
  public TokenResult take(long now) {
    TokenResult.NoToken reason = failure;
    if (reason != null) {
      failure = null;
      return reason;
    }
    TokenResult.AccessToken present = token;
    if (present == null || now >= usableUntil) {
      throw new IllegalStateException("a request without an access token");
    }
    return present;
  }

  /** Discards a token that the receiver refused, unless there is another one already. */
  public void discard(@Nullable TokenResult refused) {
    if (refused != null && refused.equals(token)) {
      token = null;
    }
  }

  /** Forgets everything: the client has changed. */
  void reset() {
    token = null;
    fetching = null;
    failure = null;
  }
}
