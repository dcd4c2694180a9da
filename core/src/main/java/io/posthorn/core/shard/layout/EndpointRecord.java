package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.Circuit;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.InFlightLimit;
import io.posthorn.core.message.Lane;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.url.TargetUrl;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The stored part of an endpoint: one customer's URL with its circuit, settings and counters. */
public final class EndpointRecord {
  private static final int FORMAT = 1;

  private final EndpointId id;
  private final String customerId;
  private final TargetUrl url;
  private final Circuit circuit;
  private final InFlightLimit inFlightLimit;
  private final DropTally drops = new DropTally();
  private EndpointSettings settings = EndpointSettings.NONE;
  private EndpointSecrets secrets;
  private boolean paused;
  private long holdUntil;
  private @Nullable MessageId probe;

  /**
   * Stored, so that a crash does not lose them: the next start cancels them unless they succeeded.
   */
  private final TreeSet<MessageId> cancelling = new TreeSet<>();

  private long successes;
  private long failures;
  private long expiryFloor;

  /** By the lanes' numbers. */
  private final long[] waiting = new long[Lane.values().length];

  private final long[] laneFloors = new long[Lane.values().length];

  public EndpointRecord(
      EndpointId id,
      String customerId,
      TargetUrl url,
      EndpointSecrets secrets,
      CircuitRules rules,
      long createdAt) {
    this(id, customerId, url, secrets, new Circuit(rules, createdAt), InFlightLimit.START);
  }

  private EndpointRecord(
      EndpointId id,
      String customerId,
      TargetUrl url,
      EndpointSecrets secrets,
      Circuit circuit,
      int limit) {
    this.id = id;
    this.customerId = customerId;
    this.url = url;
    this.secrets = secrets;
    this.circuit = circuit;
    this.inFlightLimit = new InFlightLimit(limit);
  }

  public EndpointId id() {
    return id;
  }

  public String customerId() {
    return customerId;
  }

  public TargetUrl url() {
    return url;
  }

  public Circuit circuit() {
    return circuit;
  }

  public InFlightLimit inFlightLimit() {
    return inFlightLimit;
  }

  public DropTally drops() {
    return drops;
  }

  public EndpointSettings settings() {
    return settings;
  }

  public void configure(EndpointSettings changed) {
    settings = changed;
  }

  public EndpointSecrets secrets() {
    return secrets;
  }

  public void replaceSecrets(EndpointSecrets changed) {
    secrets = changed;
  }

  public boolean paused() {
    return paused;
  }

  public void setPaused(boolean now) {
    paused = now;
  }

  /** The moment before which nothing starts but probes, because of a {@code Retry-After}. */
  public long holdUntil() {
    return holdUntil;
  }

  public void extendHold(long moment) {
    holdUntil = Math.max(holdUntil, moment);
  }

  public void endHold() {
    holdUntil = 0;
  }

  /** The probe in flight, or the one in flight when the previous process ended. */
  public @Nullable MessageId probe() {
    return probe;
  }

  public void setProbe(@Nullable MessageId message) {
    probe = message;
  }

  /** Messages in flight that are cancelled when their request ends, unless it succeeds. */
  public List<MessageId> cancelling() {
    return List.copyOf(cancelling);
  }

  public void cancelOnReturn(MessageId message) {
    cancelling.add(message);
  }

  public void returned(MessageId message) {
    cancelling.remove(message);
  }

  public void clearCancelling() {
    cancelling.clear();
  }

  public long successes() {
    return successes;
  }

  public long failures() {
    return failures;
  }

  public void countSuccess() {
    successes++;
  }

  public void countFailure() {
    failures++;
  }

  /** Messages in a lane, those in flight included. */
  public long waiting(Lane lane) {
    return waiting[lane.number()];
  }

  /** Messages in all lanes, those in flight included. */
  public long waiting() {
    long all = 0;
    for (long inLane : waiting) {
      all += inLane;
    }
    return all;
  }

  /** Counts messages that entered a lane, or left it. */
  public void countWaiting(Lane lane, int more) {
    waiting[lane.number()] += more;
  }

  /** A lower bound for the start of the schedules of waiting messages outside the first lane. */
  public long expiryFloor() {
    return expiryFloor;
  }

  public void setExpiryFloor(long floor) {
    expiryFloor = floor;
  }

  /** A lower bound for the positions in a lane. */
  public long laneFloor(Lane lane) {
    return laneFloors[lane.number()];
  }

  public void setLaneFloor(Lane lane, long floor) {
    laneFloors[lane.number()] = floor;
  }

  public byte[] encode() {
    ByteWriter out = new ByteWriter(512).u8(FORMAT);
    out.text(customerId).text(url.text());
    // The configured maximum applies when the limit is used, not when it is stored.
    out.varint(inFlightLimit.current(Integer.MAX_VALUE));
    circuit.write(out);
    drops.write(out);
    settings.write(out);
    secrets.write(out);
    out.flag(paused).varint(holdUntil).flag(probe != null);
    if (probe != null) {
      probe.write(out);
    }
    out.varint(cancelling.size());
    cancelling.forEach(message -> message.write(out));
    out.varint(successes).varint(failures).varint(expiryFloor);
    for (Lane lane : Lane.values()) {
      out.varint(waiting(lane)).varint(laneFloor(lane));
    }
    return out.toBytes();
  }

  public static EndpointRecord decode(EndpointId id, byte[] bytes, CircuitRules rules) {
    ByteReader in = new ByteReader(bytes);
    if (in.u8() != FORMAT) {
      throw new IllegalStateException("an endpoint in a format of a newer version");
    }
    String customerId = in.text();
    TargetUrl url = new TargetUrl(in.text());
    int limit = (int) in.varint();
    EndpointRecord endpoint =
        new EndpointRecord(
            id, customerId, url, EndpointSecrets.of(new byte[0]), new Circuit(rules, 0), limit);
    endpoint.circuit.read(in);
    endpoint.drops.read(in);
    endpoint.settings = EndpointSettings.read(in);
    endpoint.secrets = EndpointSecrets.read(in);
    endpoint.paused = in.flag();
    endpoint.holdUntil = in.varint();
    endpoint.probe = in.flag() ? MessageId.read(in) : null;
    for (long left = in.varint(); left > 0; left--) {
      endpoint.cancelling.add(MessageId.read(in));
    }
    endpoint.successes = in.varint();
    endpoint.failures = in.varint();
    endpoint.expiryFloor = in.varint();
    for (Lane lane : Lane.values()) {
      endpoint.waiting[lane.number()] = in.varint();
      endpoint.laneFloors[lane.number()] = in.varint();
    }
    return endpoint;
  }
}
