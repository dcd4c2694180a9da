package io.posthorn.e2e.crash.reconciliation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.stream.StreamSupport;

/** The final state of a message, from the API. */
public record RecordedMessage(
    String id,
    String eventId,
    String subscriptionId,
    String status,
    String reason,
    List<Tried> attempts) {

  /**
   * A recorded attempt.
   *
   * @param status 0 without a response
   * @param error empty with a response
   * @param mark the receiver's response
   */
  public record Tried(int status, String error, String mark) {
    static Tried of(JsonNode attempt) {
      return new Tried(
          attempt.at("/status").asInt(0),
          attempt.at("/error").asText(""),
          attempt.at("/response").asText(""));
    }

    boolean isResponded() {
      return error.isEmpty();
    }

    /** Returns whether the receiver was down. */
    boolean isRefused() {
      return error.equals("refused");
    }
  }

  public static RecordedMessage of(JsonNode message) {
    return new RecordedMessage(
        message.at("/id").asText(),
        message.at("/eventId").asText(),
        message.at("/subscriptionId").asText(),
        message.at("/status").asText(),
        message.at("/reason").asText(""),
        StreamSupport.stream(message.at("/attempts").spliterator(), false).map(Tried::of).toList());
  }

  public boolean isDelivered() {
    return status.equals("delivered");
  }

  public boolean hasEnded() {
    return isDelivered() || status.equals("dropped") || status.equals("cancelled");
  }
}
