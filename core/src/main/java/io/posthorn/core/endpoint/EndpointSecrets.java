package io.posthorn.core.endpoint;

import io.posthorn.core.store.ByteReader;
import io.posthorn.core.store.ByteWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The signing secrets of an endpoint, sealed by the host, which alone can open them.
 *
 * @param previous the secrets of earlier rotations, latest first; each keeps signing until the end
 *     time set by its rotation, so that a receiver has time to switch
 */
public record EndpointSecrets(byte[] current, List<Previous> previous) {
  /** The most secrets that sign at the same time: each adds a signature to every request. */
  public static final int MOST = 5;

  /** A secret that signs until a given time. */
  public record Previous(byte[] secret, long until) {}

  public EndpointSecrets {
    previous = List.copyOf(previous);
  }

  public static EndpointSecrets of(byte[] secret) {
    return new EndpointSecrets(secret, List.of());
  }

  /** The previous secrets that still sign. */
  public List<Previous> activePrevious(long now) {
    if (previous.isEmpty()) {
      return previous; // at once: every request asks
    }
    return previous.stream().filter(earlier -> now < earlier.until).toList();
  }

  /**
   * The secrets after a rotation. Those of earlier rotations keep their promised end.
   *
   * @param until the end of the current secret; it stops at once if that is not in the future
   * @return empty if more than {@link #MOST} would sign
   */
  public Optional<EndpointSecrets> rotated(byte[] next, long until, long now) {
    List<Previous> kept = new ArrayList<>();
    if (until > now && current.length > 0) {
      kept.add(new Previous(current, until));
    }
    kept.addAll(activePrevious(now));
    return kept.size() < MOST ? Optional.of(new EndpointSecrets(next, kept)) : Optional.empty();
  }

  /** Earlier versions wrote at most one previous secret, in the same form. */
  public void write(ByteWriter out) {
    out.blob(current).u8(previous.size());
    for (Previous earlier : previous) {
      out.blob(earlier.secret).varint(earlier.until);
    }
    if (previous.isEmpty()) {
      out.varint(0);
    }
  }

  public static EndpointSecrets read(ByteReader in) {
    byte[] current = in.blob();
    int count = in.u8();
    List<Previous> previous = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      previous.add(new Previous(in.blob(), in.varint()));
    }
    if (count == 0) {
      in.varint();
    }
    return new EndpointSecrets(current, previous);
  }
}
