package io.posthorn.core.shard.layout;

import io.posthorn.core.endpoint.Circuit;
import io.posthorn.core.endpoint.CircuitRules;
import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.endpoint.EndpointSecrets;
import io.posthorn.core.endpoint.EndpointSettings;
import io.posthorn.core.endpoint.InFlightLimit;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.endpoint.PauseCause;
import io.posthorn.core.message.AttemptId;
import io.posthorn.core.message.MessageId;
import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import io.posthorn.core.url.TargetUrl;
import java.util.Collections;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The stored part of an endpoint: one customer's URL with its circuit, settings and counters. It is
 * stored as two records: one that nearly every turn changes, and one with the rest.
 */
public final class EndpointRecord {
  private static final int FORMAT = 2;

  /** Written only where something needs it, so that earlier versions can read the others. */
  private static final int FORMAT_WITH_OPTIONS = 3;

  private static final int FORMAT_WITH_TOKEN_WAIT = 4;

  private final EndpointId id;
  private final String customerId;
  private final TargetUrl url;
  private final Circuit circuit;
  private InFlightLimit inFlightLimit;
  private final DropCounter drops = new DropCounter();
  private final UnreportedChanges unreportedChanges = new UnreportedChanges();
  private EndpointSettings settings = EndpointSettings.NONE;
  private EndpointSecrets secrets;
  private boolean changed = true;
  private @Nullable PauseCause pausedBy;
  private long holdUntil;
  private long certificateReported;
  private int tokenFailures;
  private long noTokenUntil;
  private @Nullable MessageId probe;
  private @Nullable AttemptId lastFailure;

  /**
   * Stored, so that a crash does not lose them: the next start cancels them unless they succeeded.
   */
  private NavigableSet<MessageId> cancelling = Collections.emptyNavigableSet();

  private long successes;
  private long failures;
  private final LaneCounters lanes = new LaneCounters();

  public EndpointRecord(
      EndpointId id,
      String customerId,
      TargetUrl url,
      EndpointSecrets secrets,
      CircuitRules rules,
      long createdAt) {
    this.id = id;
    this.customerId = customerId;
    this.url = url;
    this.secrets = secrets;
    this.circuit = new Circuit(rules, createdAt);
    this.inFlightLimit = new InFlightLimit(InFlightLimit.START);
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

  public DropCounter drops() {
    return drops;
  }

  public UnreportedChanges unreportedChanges() {
    return unreportedChanges;
  }

  public EndpointSettings settings() {
    return settings;
  }

  public void configure(EndpointSettings now) {
    settings = now;
    changed = true;
  }

  public EndpointSecrets secrets() {
    return secrets;
  }

  public void replaceSecrets(EndpointSecrets now) {
    secrets = now;
    changed = true;
  }

  public boolean paused() {
    return pausedBy != null;
  }

  /** The cause of its pause; null if it is not paused. */
  public @Nullable PauseCause pausedBy() {
    return pausedBy;
  }

  public void setPausedBy(@Nullable PauseCause now) {
    pausedBy = now;
  }

  /** The time before which nothing starts but probes, because of a {@code Retry-After}. */
  public long holdUntil() {
    return holdUntil;
  }

  public void extendHold(long time) {
    holdUntil = Math.max(holdUntil, time);
  }

  public void endHold() {
    holdUntil = 0;
  }

  /** Failures in a row to get an access token. */
  public int tokenFailures() {
    return tokenFailures;
  }

  /** The time before which nothing starts but probes, because there was no access token. */
  public long noTokenUntil() {
    return noTokenUntil;
  }

  /** Counts a failure to get an access token: nothing starts for a while. */
  public void tokenFailed(long now) {
    tokenFailures++;
    noTokenUntil = now + OAuth2Client.waitAfter(tokenFailures);
  }

  /** Ends the wait for an access token. */
  public void endTokenWait() {
    tokenFailures = 0;
    noTokenUntil = 0;
  }

  /** The end of the client certificate that was reported last; 0 if none was. */
  public long certificateReported() {
    return certificateReported;
  }

  public void setCertificateReported(long expiresAt) {
    certificateReported = expiresAt;
  }

  /** The probe in flight, or the one in flight when the previous process ended. */
  public @Nullable MessageId probe() {
    return probe;
  }

  public void setProbe(@Nullable MessageId message) {
    probe = message;
  }

  /** The last failed attempt; null if there was none. Retention may have removed its record. */
  public @Nullable AttemptId lastFailure() {
    return lastFailure;
  }

  public void setLastFailure(AttemptId attempt) {
    lastFailure = attempt;
  }

  /** Messages in flight that are cancelled when their request ends, unless it succeeds. */
  public void cancelOnReturn(MessageId message) {
    if (cancelling.isEmpty()) {
      cancelling = new TreeSet<>(); // rarely needed, and every endpoint would have one
    }
    cancelling.add(message);
  }

  public void returned(MessageId message) {
    if (!cancelling.isEmpty()) {
      cancelling.remove(message);
    }
  }

  /** Takes the messages to cancel when their requests in flight end. */
  public List<MessageId> takeCancelling() {
    List<MessageId> taken = List.copyOf(cancelling);
    cancelling = Collections.emptyNavigableSet();
    return taken;
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

  /** The stored counters of its lanes. */
  public LaneCounters lanes() {
    return lanes;
  }

  /** Returns whether {@link #encode} would give something else than at the last call. */
  public boolean takeChanged() {
    boolean result = circuit.takePastChanged() || changed;
    changed = false;
    return result;
  }

  /** Encodes what changes rarely. */
  public byte[] encode() {
    boolean options = settings.hasOptions();
    ByteWriter out = new ByteWriter(512).u8(options ? FORMAT_WITH_OPTIONS : FORMAT);
    out.text(customerId).text(url.text());
    if (options) {
      settings.writeWithOptions(out);
    } else {
      settings.write(out);
    }
    secrets.write(out);
    circuit.writePast(out);
    return out.toBytes();
  }

  /** Decodes what {@link #encode} gave; {@link #readState} reads the rest. */
  public static EndpointRecord decode(EndpointId id, byte[] bytes, CircuitRules rules) {
    return decode(id, bytes, rules, UnaryOperator.identity());
  }

  /**
   * The same for many endpoints.
   *
   * @param shared keeps a text once that many endpoints share
   */
  public static EndpointRecord decode(
      EndpointId id, byte[] bytes, CircuitRules rules, UnaryOperator<String> shared) {
    ByteReader in = new ByteReader(bytes);
    boolean options = readFormat(id, in) == FORMAT_WITH_OPTIONS;
    String customerId = shared.apply(in.text());
    TargetUrl url = new TargetUrl(in.text());
    EndpointSettings settings =
        options ? EndpointSettings.readWithOptions(in) : EndpointSettings.read(in);
    EndpointRecord endpoint =
        new EndpointRecord(id, customerId, url, EndpointSecrets.read(in), rules, 0);
    endpoint.settings = settings;
    endpoint.circuit.readPast(in);
    endpoint.changed = false;
    return endpoint;
  }

  /** Encodes what nearly every turn changes. */
  public byte[] encodeState() {
    boolean tokenWait = tokenFailures > 0;
    boolean options =
        drops.rejected() > 0 || pausedBy == PauseCause.GONE || certificateReported > 0 || tokenWait;
    int format = tokenWait ? FORMAT_WITH_TOKEN_WAIT : FORMAT_WITH_OPTIONS;
    ByteWriter out = new ByteWriter(128).u8(options ? format : FORMAT);
    // The configured maximum applies when the limit is used, not when it is stored.
    out.varint(inFlightLimit.current(Integer.MAX_VALUE));
    circuit.writeState(out);
    drops.write(out);
    if (options) {
      out.varint(drops.rejected()).varint(certificateReported);
    }
    if (tokenWait) {
      out.varint(tokenFailures).varint(noTokenUntil);
    }
    out.u8(pausedBy == null ? 0 : pausedBy.number()).varint(holdUntil).flag(probe != null);
    if (probe != null) {
      probe.write(out);
    }
    out.varint(cancelling.size());
    cancelling.forEach(message -> message.write(out));
    out.varint(successes).varint(failures);
    lanes.write(out);
    out.flag(lastFailure != null);
    if (lastFailure != null) {
      lastFailure.write(out);
    }
    lanes.writeOrder(out);
    unreportedChanges.write(out); // last, so that earlier versions skip it
    return out.toBytes();
  }

  /** Reads what {@link #encodeState} gave. */
  public void readState(byte[] bytes) {
    ByteReader in = new ByteReader(bytes);
    int format = readFormat(id, in);
    inFlightLimit = new InFlightLimit((int) in.varint());
    circuit.readState(in);
    drops.read(in);
    if (format >= FORMAT_WITH_OPTIONS) {
      drops.readRejected(in.varint());
      certificateReported = in.varint();
    }
    if (format == FORMAT_WITH_TOKEN_WAIT) {
      tokenFailures = (int) in.varint();
      noTokenUntil = in.varint();
    }
    int cause = in.u8();
    pausedBy = cause == 0 ? null : PauseCause.of(cause);
    holdUntil = in.varint();
    probe = in.flag() ? MessageId.read(in) : null;
    for (long left = in.varint(); left > 0; left--) {
      cancelOnReturn(MessageId.read(in));
    }
    successes = in.varint();
    failures = in.varint();
    lanes.read(in);
    lastFailure = in.flag() ? AttemptId.read(in) : null;
    lanes.readOrder(in);
    unreportedChanges.read(in);
  }

  private static int readFormat(EndpointId id, ByteReader in) {
    int format = in.u8();
    if (format < FORMAT || format > FORMAT_WITH_TOKEN_WAIT) {
      throw new IllegalStateException(
          "Endpoint %s is stored in format %d, but this version reads only formats %d to %d; start"
                  .formatted(id, format, FORMAT, FORMAT_WITH_TOKEN_WAIT)
              + " the version that wrote it.");
    }
    return format;
  }
}
