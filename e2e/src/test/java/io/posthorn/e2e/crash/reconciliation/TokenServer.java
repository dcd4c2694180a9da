package io.posthorn.e2e.crash.reconciliation;

import io.posthorn.client.request.EndpointUpdate;
import io.posthorn.e2e.client.Platform;
import io.posthorn.e2e.receiving.RecordingReceivers;
import io.posthorn.receiver.HttpReceiver;
import io.posthorn.receiver.PlannedResponse;
import io.posthorn.receiver.ReceivedRequest;
import java.util.function.IntSupplier;

/**
 * A token server for endpoints with OAuth2 clients. The server keeps tokens in memory only, so a
 * token names the life that sends it.
 */
public final class TokenServer implements AutoCloseable {
  private static final String BEARER = "Bearer access-token-of-life-";

  private final IntSupplier life;
  private final HttpReceiver receiver;

  public TokenServer(String host, IntSupplier life) {
    this.life = life;
    this.receiver = RecordingReceivers.start(host, 0).behaveAs(this::response);
  }

  public int port() {
    return receiver.port();
  }

  /** Gives an endpoint a client. */
  public static void authorize(
      Platform platform, Platform.Subscription subscription, String tokenUrl) {
    platform
        .client()
        .endpoints()
        .update(
            subscription.endpointId(),
            EndpointUpdate.builder()
                .oauth2(tokenUrl, "posthorn", "client-secret-1", null, null)
                .build());
  }

  private PlannedResponse response(ReceivedRequest ignored) {
    String token = (BEARER + life.getAsInt()).substring("Bearer ".length());
    return PlannedResponse.status(200)
        .body("{\"access_token\":\"%s\",\"expires_in\":3600}".formatted(token));
  }

  /** Returns whether a request was sent with one of its tokens. */
  public static boolean issued(String authorization) {
    return authorization.startsWith(BEARER);
  }

  /** The life that sent a request. */
  public static int lifeOf(String authorization) {
    return Integer.parseInt(authorization.substring(BEARER.length()));
  }

  @Override
  public void close() {
    receiver.close();
  }
}
