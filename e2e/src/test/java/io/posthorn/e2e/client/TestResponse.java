package io.posthorn.e2e.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Optional;

/**
 * An API response.
 *
 * @param json the body; a missing node if it is not JSON
 */
public record TestResponse(int status, HttpHeaders headers, String text, JsonNode json) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static TestResponse of(HttpResponse<String> response) {
    return new TestResponse(
        response.statusCode(), response.headers(), response.body(), parse(response.body()));
  }

  /** Text as JSON; a missing node if it is not JSON. */
  public static JsonNode parse(String text) {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException e) {
      return MissingNode.getInstance();
    }
  }

  /** This response; fails unless it has the status. */
  public TestResponse expect(int expected) {
    if (status != expected) {
      throw new AssertionError("Expected " + expected + ", not " + status + ": " + text);
    }
    return this;
  }

  /** The text at a pointer, such as {@code /events/0/id}; empty for null. */
  public String at(String pointer) {
    return json.at(pointer).asText("");
  }

  public Instant instant(String pointer) {
    return Instant.parse(at(pointer));
  }

  public Optional<String> header(String name) {
    return headers.firstValue(name);
  }
}
