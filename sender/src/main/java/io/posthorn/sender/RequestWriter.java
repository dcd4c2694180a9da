package io.posthorn.sender;

import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.message.MessageBody;
import io.posthorn.core.shard.Effect;
import io.posthorn.core.shard.SendTarget;
import io.posthorn.core.subscription.TargetUrl;
import java.time.Duration;
import java.time.InstantSource;
import java.util.regex.Pattern;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.message.BasicHttpRequest;
import org.apache.hc.core5.net.URIAuthority;
import org.jspecify.annotations.Nullable;

/** Writes requests: the body as the subscription wants it, the headers, the signature. */
final class RequestWriter {
  /** As W3C Trace Context writes it, and later versions that append to it. */
  private static final Pattern TRACEPARENT = Pattern.compile("[0-9a-f-]{55,256}");

  private final SenderSettings settings;
  private final InstantSource clock;
  private final SealedValues<String> tokens;
  private final SealedValues<SigningKey> keys;
  private final SealedValues<StaticHeaders> headers;

  RequestWriter(SenderSettings settings, Unsealer unsealer, InstantSource clock) {
    this.settings = settings;
    this.clock = clock;
    this.tokens = new SealedValues<>(unsealer, settings.authorization()::value);
    this.keys = new SealedValues<>(unsealer, SigningKey::parse);
    this.headers = new SealedValues<>(unsealer, StaticHeaders::parse);
  }

  OutboundRequest write(Effect.Send send) {
    String subscriptionId = send.subscription().id().toString();
    byte[] body = MessageBody.render(send.event(), send.rendering(), subscriptionId);
    Ping ping =
        new Ping(
            send.subscription().customerId(),
            send.target(),
            send.subscription().authToken(),
            send.ticket().message().toString(),
            body);
    return write(ping, send.event().traceparent());
  }

  OutboundRequest write(Ping ping, @Nullable String traceparent) {
    SendTarget target = ping.target();
    byte[] body = ping.body();
    HttpRequest head = head(target.url());
    head.addHeader("Content-Type", "application/json");
    head.addHeader("Content-Length", Integer.toString(body.length));
    head.addHeader("User-Agent", settings.userAgent());
    if (ping.authToken() != null) {
      head.addHeader("Authorization", tokens.open(ping.authToken()));
    }
    sign(head, target.secrets(), ping.webhookId(), body);
    if (traceparent != null && TRACEPARENT.matcher(traceparent).matches()) {
      head.addHeader("traceparent", traceparent);
    }
    byte[] sealedHeaders = target.settings().headers();
    if (sealedHeaders != null) {
      headers.open(sealedHeaders).byName().forEach(head::addHeader);
    }
    long timeout = target.settings().timeoutMillis();
    Duration given = timeout == 0 ? settings.timeout() : Duration.ofMillis(timeout);
    return new OutboundRequest(ping.customerId(), target.url(), head, body, given.toNanos());
  }

  private void sign(HttpRequest head, EndpointSecrets secrets, String webhookId, byte[] body) {
    long now = clock.millis();
    long seconds = Math.floorDiv(now, 1_000L);
    String signature = keys.open(secrets.current()).sign(webhookId, seconds, body);
    byte[] previous = secrets.previous();
    if (previous != null && now < secrets.previousUntil()) {
      signature += " " + keys.open(previous).sign(webhookId, seconds, body);
    }
    head.addHeader("webhook-id", webhookId);
    head.addHeader("webhook-timestamp", Long.toString(seconds));
    head.addHeader("webhook-signature", signature);
  }

  /** The URL in its normal form goes out as it is: nothing is escaped, resolved or put in order. */
  private static HttpRequest head(TargetUrl url) {
    String text = url.text();
    int start = text.indexOf("://") + 3;
    int path = text.indexOf('/', start);
    HttpRequest head =
        new BasicHttpRequest("POST", url.scheme(), (URIAuthority) null, text.substring(path));
    head.addHeader("Host", text.substring(start, path));
    return head;
  }
}
