package io.posthorn.core.subscription;

/**
 * How a message's body is written: fixed when its event is accepted, so that every attempt sends
 * the same bytes.
 */
public record Rendering(PayloadVersion version, PayloadFormat format, boolean base64) {
  public static final Rendering DEFAULT =
      new Rendering(PayloadVersion.V2, PayloadFormat.WORKFRONT, false);
}
