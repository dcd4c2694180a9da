package io.posthorn.sim.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.posthorn.core.event.Event;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Objects;

/**
 * A piece of Posthorn's own news about an endpoint. A scenario subscribes to them: they tell the
 * numbers that the circuit decided by, as they tell any reader.
 *
 * @param change what happened, as news call it: disabled, frozen, recovered, paused
 */
record CircuitEvent(
    String endpointId, String change, long at, long consecutive, long attempts, long failures) {
  static final String OBJ_CODE = "POSTHORN_ENDPOINT";

  private static final JsonFactory JSON = new JsonFactory();

  static CircuitEvent of(Event event) {
    String endpoint = Objects.requireNonNull(event.objId());
    byte[] state = Objects.requireNonNull(event.newState()).toBytes();
    long at = 0;
    long consecutive = 0;
    long attempts = 0;
    long failures = 0;
    try (JsonParser json = JSON.createParser(state)) {
      while (json.nextToken() != null) {
        if (json.currentToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          switch (name) {
            case "at" -> at = Instant.parse(json.getText()).toEpochMilli();
            case "consecutiveFailures" -> consecutive = json.getLongValue();
            case "attemptsInWindow" -> attempts = json.getLongValue();
            case "failuresInWindow" -> failures = json.getLongValue();
            default -> {} // of no interest here
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("news are JSON", e);
    }
    return new CircuitEvent(endpoint, event.eventType(), at, consecutive, attempts, failures);
  }
}
