package io.posthorn.server.api.message;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.Signatures;
import io.posthorn.core.event.Event;
import io.posthorn.core.message.Message;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.server.api.endpoint.StoredHeaders;
import io.posthorn.server.secrets.SecretBox;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of the request that carries a message, with the current settings and masked secrets.
 * Timestamp and signature differ per attempt and are omitted.
 *
 * @param bareToken whether a token is sent without the word Bearer
 */
public record RequestJson(SecretBox box, String userAgent, boolean bareToken) {
  private static final String MASK = "****";

  void write(
      JsonGenerator json,
      Message message,
      Optional<EndpointView> endpoint,
      @Nullable Subscription subscription,
      @Nullable Event event)
      throws IOException {
    json.writeObjectFieldStart("request");
    json.writeStringField("method", "POST");
    json.writeStringField("url", endpoint.map(e -> e.url().text()).orElse(null));
    json.writeObjectFieldStart("headers");
    json.writeStringField("Content-Type", message.rendering().format().mediaType());
    json.writeStringField("User-Agent", userAgent);
    EndpointOptions options =
        endpoint.map(e -> e.settings().options()).orElse(EndpointOptions.NONE);
    String authorization = authorization(subscription, options);
    if (authorization != null) {
      json.writeStringField("Authorization", authorization);
    }
    json.writeStringField("webhook-id", message.id().toString());
    Signatures signatures = options.signatures();
    json.writeStringField(
        "webhook-signature",
        (signatures.v1() ? "v1," + MASK : "")
            + (signatures.v1() && signatures.v1a() ? " " : "")
            + (signatures.v1a() ? "v1a," + MASK : ""));
    if (message.order() != null) {
      json.writeStringField("webhook-sequence", message.order().sequenceText());
    }
    String traceparent = event == null ? null : event.traceparent();
    if (traceparent != null) {
      json.writeStringField("traceparent", traceparent);
    }
    if (endpoint.isPresent()) {
      byte[] sealed = endpoint.get().settings().headers();
      for (String name : StoredHeaders.open(box, sealed).values().keySet()) {
        json.writeStringField(name, MASK);
      }
    }
    json.writeEndObject();
    json.writeEndObject();
  }

  /** Returns the masked header: the subscription's token, or an access token as it is sent. */
  private @Nullable String authorization(
      @Nullable Subscription subscription, EndpointOptions options) {
    String token = subscription == null ? null : subscription.authTokenHint();
    if (token != null) {
      return bareToken ? token : "Bearer " + token;
    }
    return options.oauth2() == null ? null : "Bearer " + MASK;
  }
}
