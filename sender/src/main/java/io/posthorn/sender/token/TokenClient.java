package io.posthorn.sender.token;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.message.ErrorKind;
import io.posthorn.core.message.Outcome;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.http1.HttpTransport;
import io.posthorn.sender.http1.OutboundRequest;
import io.posthorn.sender.http1.RequestHead;
import io.posthorn.sender.http1.ResponseLimits;
import io.posthorn.sender.signing.SealedValues.Unsealer;
import java.net.URLEncoder;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The client of token servers: asks for an access token by client credentials (RFC 6749, section
 * 4.4).
 *
 * <ul>
 *   <li>The request passes the same address guard, DNS and TLS as a message. Redirects are not
 *       followed.
 *   <li>The whole response has to come within 5 s, with at most 64 KiB.
 *   <li>There is one request for a client at a time: further calls meanwhile get its result.
 *   <li>Nothing is kept: the shard keeps the token of an endpoint.
 * </ul>
 */
public final class TokenClient {
  static final Duration TIMEOUT = Duration.ofSeconds(5);
  static final int LONGEST_RESPONSE = 65_536;

  /** One byte more distinguishes a response of the full length from a longer one. */
  private static final ResponseLimits LIMITS =
      new ResponseLimits(LONGEST_RESPONSE, Duration.ZERO, LONGEST_RESPONSE + 1);

  /** The part of a failed response that the attempt keeps. */
  private static final int KEPT = ResponseLimits.DEFAULT.keptBytes();

  private final HttpTransport transport;
  private final Unsealer unsealer;
  private final byte[] userAgent;
  private final Map<OAuth2Client, CompletableFuture<TokenResult>> underWay =
      new ConcurrentHashMap<>();
  private final Map<TokenFetchResult, LongAdder> counts = new EnumMap<>(TokenFetchResult.class);

  public TokenClient(HttpTransport transport, Unsealer unsealer, String userAgent) {
    this.transport = transport;
    this.unsealer = unsealer;
    this.userAgent = RequestHead.encode("User-Agent", userAgent);
    for (TokenFetchResult result : TokenFetchResult.values()) {
      counts.put(result, new LongAdder());
    }
  }

  /** The requests so far with a result. */
  public long count(TokenFetchResult result) {
    return Objects.requireNonNull(counts.get(result)).sum();
  }

  /** Asks for a token. Never blocks; the result comes on any thread. */
  public CompletableFuture<TokenResult> fetch(String customerId, OAuth2Client client) {
    CompletableFuture<TokenResult> result = new CompletableFuture<>();
    CompletableFuture<TokenResult> other = underWay.putIfAbsent(client, result);
    if (other != null) {
      return other;
    }
    try {
      start(customerId, client, result);
    } catch (RuntimeException e) {
      // Without the exception's message, which could contain the secret.
      end(
          client,
          result,
          TokenFetchResult.UNREACHABLE,
          none(
              Outcome.failed(
                  ErrorKind.AUTH,
                  0,
                  "No access token: the stored clientSecret cannot be decrypted; check the"
                      + " encryption key.")));
    }
    return result;
  }

  private void start(
      String customerId, OAuth2Client client, CompletableFuture<TokenResult> result) {
    TargetUrl url = new TargetUrl(client.tokenUrl());
    String secret = unsealer.unseal(client.clientSecret());
    String credentials =
        Base64.getEncoder()
            .encodeToString((encode(client.clientId()) + ":" + encode(secret)).getBytes(UTF_8));
    byte[] form = form(client).getBytes(UTF_8);
    RequestHead head = RequestHead.post(url);
    head.add("Content-Type", "application/x-www-form-urlencoded");
    head.add("Content-Length", Integer.toString(form.length));
    head.add("Accept", "application/json");
    head.add("Accept-Encoding", "identity");
    head.add(userAgent);
    head.add("Authorization", "Basic " + credentials);
    OutboundRequest request =
        new OutboundRequest(
            customerId,
            url,
            head.end(form),
            new byte[0],
            List.of(secret, encode(secret), credentials),
            TIMEOUT.toNanos(),
            null,
            LIMITS);
    long start = System.nanoTime();
    transport.send(request, start, outcome -> responded(client, url, outcome, start, result));
  }

  private static String form(OAuth2Client client) {
    return "grant_type=client_credentials"
        + parameter("scope", client.scope())
        + parameter("audience", client.audience());
  }

  private static String parameter(String name, @Nullable String value) {
    return value == null ? "" : "&" + name + "=" + encode(value);
  }

  private static String encode(String value) {
    return URLEncoder.encode(value, UTF_8);
  }

  private void responded(
      OAuth2Client client,
      TargetUrl url,
      Outcome outcome,
      long start,
      CompletableFuture<TokenResult> result) {
    long millis = (System.nanoTime() - start) / 1_000_000;
    if (!outcome.success()) {
      end(client, result, kindOf(outcome), none(failed(url, outcome, millis)));
      return;
    }
    byte[] body = outcome.responseStart();
    try {
      if (body.length > LONGEST_RESPONSE) {
        throw new TokenResponse.UnusableException("its response is longer than 64 KiB");
      }
      TokenResponse response = parse(body);
      long usable = Math.max(1_000, response.lifetime().toMillis() - millis);
      end(
          client,
          result,
          TokenFetchResult.SUCCESS,
          new TokenResult.AccessToken(response.accessToken(), usable));
    } catch (TokenResponse.UnusableException e) {
      boolean late = millis >= TIMEOUT.toMillis();
      String clause =
          late ? "its response was not complete within 5 s" : String.valueOf(e.getMessage());
      end(
          client,
          result,
          late ? TokenFetchResult.TIMEOUT : TokenFetchResult.INVALID,
          none(outcome(url, clause, millis, new byte[0], outcome)));
    }
  }

  /** An unexpected error must not leave the request without a result. */
  private static TokenResponse parse(byte[] body) throws TokenResponse.UnusableException {
    try {
      return TokenResponse.parse(body);
    } catch (RuntimeException e) {
      throw new TokenResponse.UnusableException("its response cannot be read");
    }
  }

  /** The outcome of a request that got no response, or another status than 2xx. */
  private static Outcome failed(TargetUrl url, Outcome outcome, long millis) {
    int status = outcome.status();
    String clause;
    if (status == 0) {
      clause = outcome.detail();
    } else if (status / 100 == 3) {
      clause = "it responded with status " + status + "; redirects are not followed";
    } else {
      clause = "it responded with status " + status;
    }
    byte[] start = outcome.responseStart();
    return outcome(
        url, clause, millis, Arrays.copyOf(start, Math.min(start.length, KEPT)), outcome);
  }

  private static Outcome outcome(
      TargetUrl url, String clause, long millis, byte[] response, Outcome of) {
    String end = clause.endsWith(".") ? "" : ".";
    String detail = "No access token from the token server " + url.host() + ": " + clause + end;
    Outcome outcome = new Outcome(0, ErrorKind.AUTH, millis, detail, null, response);
    return of.isForAdmins() ? outcome.asInAllowedNetwork() : outcome;
  }

  private static TokenFetchResult kindOf(Outcome outcome) {
    if (outcome.error() == null) {
      return TokenFetchResult.STATUS;
    }
    return outcome.error() == ErrorKind.TIMEOUT
        ? TokenFetchResult.TIMEOUT
        : TokenFetchResult.UNREACHABLE;
  }

  private static TokenResult none(Outcome outcome) {
    return new TokenResult.NoToken(outcome);
  }

  private void end(
      OAuth2Client client,
      CompletableFuture<TokenResult> future,
      TokenFetchResult kind,
      TokenResult result) {
    Objects.requireNonNull(counts.get(kind)).increment();
    underWay.remove(client, future);
    future.complete(result);
  }
}
