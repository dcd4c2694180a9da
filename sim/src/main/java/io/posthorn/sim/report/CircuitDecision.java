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
 * A change of a circuit and the numbers that it decided by, as an operational event reports them.
 *
 * @param change the event's type: disabled, frozen, recovered or paused
 */
record CircuitDecision(
    String endpointId, String change, long at, long consecutive, long attempts, long failures) {
  private static final JsonFactory JSON = new JsonFactory();

  static CircuitDecision of(Event event) {
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
            default -> {} // not used by reports
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("an operational event is not JSON", e);
    }
    return new CircuitDecision(endpoint, event.eventType(), at, consecutive, attempts, failures);
  }
}
