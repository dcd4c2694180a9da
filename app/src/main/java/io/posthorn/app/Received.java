package io.posthorn.app;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One request that a receiver got.
 *
 * @param id its {@code webhook-id}; null without one
 * @param time which time this id came, from 1 on
 * @param status what it was answered
 */
record Received(
    Instant at,
    @Nullable String id,
    long time,
    SignatureCheck.Finding signature,
    int status,
    byte[] body) {
  /** What the message is about, whichever of the formats it came in. */
  String subject() {
    ApiObject message = ApiObject.parse(body);
    if (message == null) {
      return body.length + " bytes";
    }
    if (!message.text("objCode").isEmpty()) {
      String objId = message.text("objId");
      return message.text("eventType")
          + " "
          + message.text("objCode")
          + (" " + objId).stripTrailing();
    }
    return message.text("type").isEmpty() ? body.length + " bytes" : message.text("type");
  }

  boolean well() {
    return status < 300;
  }
}
