package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.shard.state.Endpoint;
import io.posthorn.core.shard.state.LaneQueue;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.subscription.TargetUrl;

/** An endpoint's stored part as bytes. */
public final class EndpointCodec {
  private static final int FORMAT = 1;

  private EndpointCodec() {}

  public static byte[] encode(Endpoint endpoint) {
    ByteWriter out = new ByteWriter(512).u8(FORMAT);
    out.text(endpoint.customerId).text(endpoint.url.text());
    // The limit of the places is applied when they are used, not when they are kept.
    out.varint(endpoint.allowance.places(Integer.MAX_VALUE));
    endpoint.circuit.write(out);
    endpoint.drops.write(out);
    writeSettings(out, endpoint.settings);
    writeSecrets(out, endpoint.secrets);
    out.flag(endpoint.paused).varint(endpoint.holdUntil).flag(endpoint.probe != null);
    if (endpoint.probe != null) {
      endpoint.probe.write(out);
    }
    out.varint(endpoint.cancelling.size());
    endpoint.cancelling.forEach(id -> id.write(out));
    out.varint(endpoint.successes).varint(endpoint.failures).varint(endpoint.expiryFloor);
    for (Lane lane : Lane.values()) {
      endpoint.queue(lane).raiseFloor(endpoint.earliestInFlight(lane));
      out.varint(endpoint.waiting[lane.number()]).varint(endpoint.queue(lane).floor());
    }
    return out.toBytes();
  }

  public static Endpoint decode(EndpointId id, byte[] bytes, CircuitRules rules) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException("an endpoint in a format of a newer version");
    }
    String customerId = in.text();
    TargetUrl url = new TargetUrl(in.text());
    int places = (int) in.varint();
    Endpoint endpoint =
        new Endpoint(id, customerId, url, EndpointSecrets.of(new byte[0]), rules, places, 0);
    endpoint.circuit.read(in);
    endpoint.drops.read(in);
    endpoint.settings = readSettings(in);
    endpoint.secrets = readSecrets(in);
    endpoint.paused = in.flag();
    endpoint.holdUntil = in.varint();
    endpoint.probe = in.flag() ? MessageId.read(in) : null;
    endpoint.probeCutOff = endpoint.probe != null;
    for (long left = in.varint(); left > 0; left--) {
      endpoint.cancelling.add(MessageId.read(in));
    }
    endpoint.successes = in.varint();
    endpoint.failures = in.varint();
    endpoint.expiryFloor = in.varint();
    for (Lane lane : Lane.values()) {
      endpoint.waiting[lane.number()] = in.varint();
      endpoint.queues[lane.number()] = new LaneQueue(in.varint());
    }
    return endpoint;
  }

  public static void writeSettings(ByteWriter out, EndpointSettings settings) {
    out.varint(settings.maxInFlight())
        .varint(settings.maxPerSecond())
        .varint(settings.timeoutMillis())
        .maybeBlob(settings.headers());
  }

  public static EndpointSettings readSettings(ByteReader in) {
    return new EndpointSettings((int) in.varint(), (int) in.varint(), in.varint(), in.maybeBlob());
  }

  public static void writeSecrets(ByteWriter out, EndpointSecrets secrets) {
    out.blob(secrets.current()).maybeBlob(secrets.previous()).varint(secrets.previousUntil());
  }

  public static EndpointSecrets readSecrets(ByteReader in) {
    return new EndpointSecrets(in.blob(), in.maybeBlob(), in.varint());
  }
}
