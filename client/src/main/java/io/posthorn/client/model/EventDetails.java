package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An event with its states.
 *
 * @param incomplete nodes that could not be reached, as host:port; empty if the result is complete
 */
public record EventDetails(
    @JsonUnwrapped EventSummary summary,
    @Nullable JsonNode newState,
    @Nullable JsonNode oldState,
    List<String> incomplete) {

  public EventDetails {
    newState = newState == null || newState.isNull() ? null : newState;
    oldState = oldState == null || oldState.isNull() ? null : oldState;
  }

  public String id() {
    return summary.id();
  }

  public List<EventSummary.EventMessage> messages() {
    return summary.messages();
  }
}
