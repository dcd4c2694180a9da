package io.posthorn.sender;

import io.posthorn.core.endpoint.ClientCertificate;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.Signatures;
import io.posthorn.core.event.Traceparent;
import io.posthorn.core.shard.protocol.SendTarget;
import io.posthorn.core.shard.protocol.TokenResult;
import io.posthorn.core.subscription.PayloadFormat;
import io.posthorn.sender.http1.OutboundRequest;
import io.posthorn.sender.http1.RequestHead;
import io.posthorn.sender.signing.SealedValues;
import io.posthorn.sender.signing.SealedValues.Unsealer;
import io.posthorn.sender.signing.SigningKeys;
import io.posthorn.sender.tls.ClientIdentity;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The renderer of requests: the body in the subscription's format, the headers and the signature.
 */
final class RequestWriter {
  /** Bodies up to this size are copied behind the head, so that one write sends both. */
  private static final int SMALL = 16_384;

  private static final byte[] NOTHING = {};

  private static final Map<PayloadFormat, byte[]> CONTENT_TYPES = contentTypes();

  /** The start of the body is shown as it came. */
  private static final byte[] NO_ENCODING = RequestHead.encode("Accept-Encoding", "identity");

  private final SenderSettings settings;
  private final byte[] userAgent;
  private final InstantSource clock;
  private final SealedValues<String> tokens;
  private final SealedValues<SigningKeys> keys;
  private final SealedValues<StaticHeaders> headers;
  private final SealedValues<ClientIdentity> identities;

  RequestWriter(SenderSettings settings, Unsealer unsealer, InstantSource clock) {
    this.settings = settings;
    this.userAgent = RequestHead.encode("User-Agent", settings.userAgent());
    this.clock = clock;
    this.tokens = new SealedValues<>(unsealer, settings.authorization()::value);
    this.keys = new SealedValues<>(unsealer, SigningKeys::parse);
    this.headers = new SealedValues<>(unsealer, StaticHeaders::parse);
    this.identities = new SealedValues<>(unsealer, ClientIdentity::parse);
  }

  private static Map<PayloadFormat, byte[]> contentTypes() {
    Map<PayloadFormat, byte[]> types = new EnumMap<>(PayloadFormat.class);
    for (PayloadFormat format : PayloadFormat.values()) {
      types.put(format, RequestHead.encode("Content-Type", format.mediaType()));
    }
    return types;
  }

  OutboundRequest write(WebhookRequest request) {
    SendTarget target = request.target();
    byte[] body = request.body();
    List<String> secrets = new ArrayList<>(0);
    RequestHead head = RequestHead.post(target.url());
    head.add(Objects.requireNonNull(CONTENT_TYPES.get(request.format())));
    head.add("Content-Length", Integer.toString(body.length));
    head.add(NO_ENCODING);
    head.add(userAgent);
    if (request.authToken() != null) {
      String authorization = tokens.open(request.authToken());
      head.add("Authorization", authorization);
      secrets.add(withoutScheme(authorization));
    }
    if (target.token() instanceof TokenResult.AccessToken token) {
      head.add("Authorization", "Bearer " + token.value());
      secrets.add(token.value());
    }
    sign(head, target, request.webhookId(), body);
    if (request.sequence() != null) {
      head.add("webhook-sequence", request.sequence());
    }
    // Checked again: a record of the store must not be able to end the header line.
    Optional.ofNullable(request.traceparent())
        .flatMap(Traceparent::parse)
        .ifPresent(traceparent -> head.add("traceparent", traceparent));
    byte[] sealedHeaders = target.settings().headers();
    if (sealedHeaders != null) {
      StaticHeaders own = headers.open(sealedHeaders);
      own.byName().forEach(head::add);
      own.byName().values().forEach(value -> secrets.add(withoutScheme(value)));
    }
    ClientCertificate certificate = target.settings().options().clientCertificate();
    long timeout = target.settings().timeoutMillis();
    Duration given = timeout == 0 ? settings.timeout() : Duration.ofMillis(timeout);
    boolean small = body.length <= SMALL;
    return new OutboundRequest(
        request.customerId(),
        target.url(),
        head.end(small ? body : NOTHING),
        small ? NOTHING : body,
        secrets,
        given.toNanos(),
        certificate == null ? null : identities.open(certificate.sealed()));
  }

  private static String withoutScheme(String value) {
    return value.startsWith("Bearer ") ? value.substring(7) : value;
  }

  private void sign(RequestHead head, SendTarget target, String webhookId, byte[] body) {
    long now = clock.millis();
    long seconds = Math.floorDiv(now, 1_000L);
    EndpointSecrets secrets = target.secrets();
    Signatures kinds = target.settings().options().signatures();
    String signature = keys.open(secrets.current()).sign(kinds, webhookId, seconds, body);
    StringBuilder signatures = new StringBuilder(signature);
    for (EndpointSecrets.Previous previous : secrets.activePrevious(now)) {
      signatures
          .append(' ')
          .append(keys.open(previous.secret()).sign(kinds, webhookId, seconds, body));
    }
    head.add("webhook-id", webhookId);
    head.add("webhook-timestamp", Long.toString(seconds));
    head.add("webhook-signature", signatures.toString());
  }
}
