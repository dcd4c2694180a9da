package io.posthorn.core.subscription;

/**
 * The rendering of a message's body: fixed when its event is accepted, so that every attempt sends
 * the same bytes.
 */
public record Rendering(PayloadVersion version, PayloadFormat format, boolean base64) {
  public static final Rendering DEFAULT =
      new Rendering(PayloadVersion.V2, PayloadFormat.WORKFRONT, false);

  /** In one byte: two bits of version, three of format, one of Base64. */
  public int encode() {
    return version.number() | format.number() << 2 | (base64 ? 1 << 5 : 0);
  }

  public static Rendering decode(int bits) {
    return new Rendering(version(bits & 3), format((bits >> 2) & 7), (bits & (1 << 5)) != 0);
  }

  private static PayloadVersion version(int number) {
    for (PayloadVersion version : PayloadVersion.values()) {
      if (version.number() == number) {
        return version;
      }
    }
    throw new IllegalStateException("damaged record: payload version " + number);
  }

  private static PayloadFormat format(int number) {
    for (PayloadFormat format : PayloadFormat.values()) {
      if (format.number() == number) {
        return format;
      }
    }
    throw new IllegalStateException("damaged record: payload format " + number);
  }
}
