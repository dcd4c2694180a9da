package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an endpoint that a user can change.
 *
 * @param maxInFlight a limit below the general one; 0 for none
 * @param maxPerSecond requests started in a second; 0 for no limit
 * @param timeoutMillis the deadline of an attempt; 0 for the general one
 * @param headers static headers, sealed by the host, which alone can open them
 */
public record EndpointSettings(
    int maxInFlight,
    int maxPerSecond,
    long timeoutMillis,
    byte @Nullable [] headers,
    EndpointOptions options) {
  public static final EndpointSettings NONE = new EndpointSettings(0, 0, 0, null);

  /** Settings without options. */
  public EndpointSettings(
      int maxInFlight, int maxPerSecond, long timeoutMillis, byte @Nullable [] headers) {
    this(maxInFlight, maxPerSecond, timeoutMillis, headers, EndpointOptions.NONE);
  }

  public EndpointSettings withOptions(EndpointOptions changed) {
    return new EndpointSettings(maxInFlight, maxPerSecond, timeoutMillis, headers, changed);
  }

  /** Returns whether it has any option; without, earlier versions can read it. */
  public boolean hasOptions() {
    return !options.equals(EndpointOptions.NONE);
  }

  /** Returns whether all settings are equal; the sealed headers are compared byte by byte. */
  public boolean sameAs(EndpointSettings other) {
    return maxInFlight == other.maxInFlight
        && maxPerSecond == other.maxPerSecond
        && timeoutMillis == other.timeoutMillis
        && Arrays.equals(headers, other.headers)
        && options.equals(other.options);
  }

  /** Writes all but the options, as earlier versions do. */
  public void write(ByteWriter out) {
    out.varint(maxInFlight).varint(maxPerSecond).varint(timeoutMillis).maybeBlob(headers);
  }

  public void writeWithOptions(ByteWriter out) {
    write(out);
    options.write(out);
  }

  public static EndpointSettings read(ByteReader in) {
    EndpointSettings read =
        new EndpointSettings((int) in.varint(), (int) in.varint(), in.varint(), in.maybeBlob());
    return read.sameAs(NONE) ? NONE : read; // most have none, and share one instance
  }

  public static EndpointSettings readWithOptions(ByteReader in) {
    return read(in).withOptions(EndpointOptions.read(in));
  }
}
