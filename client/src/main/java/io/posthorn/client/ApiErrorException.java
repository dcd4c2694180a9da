package io.posthorn.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The failure of a call that the server refused. The response is an RFC 9457 problem, unless it
 * comes from a proxy; then only {@link #body()} is set.
 */
public final class ApiErrorException extends PosthornException {
  private final transient ApiResponse response;
  private final String code;
  private final String title;
  private final String detail;
  private final transient List<FieldError> errors;

  /**
   * An invalid field.
   *
   * @param pointer a JSON pointer into the body, or the name of a parameter
   * @param detail the problem, as text
   */
  public record FieldError(String pointer, String detail) {}

  private ApiErrorException(
      ApiResponse response,
      String message,
      String code,
      String title,
      String detail,
      List<FieldError> errors) {
    super(message);
    this.response = response;
    this.code = code;
    this.title = title;
    this.detail = detail;
    this.errors = errors;
  }

  static ApiErrorException of(ApiResponse response) {
    JsonNode problem = JsonMapping.objectOrEmpty(response.body());
    List<FieldError> errors = new ArrayList<>();
    for (JsonNode error : problem.path("errors")) {
      errors.add(new FieldError(error.path("pointer").asText(), error.path("detail").asText()));
    }
    String title = problem.path("title").asText();
    String detail = problem.path("detail").asText();
    StringBuilder message =
        new StringBuilder()
            .append(response.method())
            .append(' ')
            .append(response.uri().getPath())
            .append(" failed with ")
            .append(response.status());
    if (!title.isEmpty()) {
      message.append(' ').append(title);
    }
    if (!detail.isEmpty()) {
      message.append(": ").append(detail);
    }
    errors.stream()
        .filter(e -> !detail.contains(e.detail())) // the detail says the first error in full
        .forEach(
            e ->
                message
                    .append(" [")
                    .append(e.pointer())
                    .append(": ")
                    .append(e.detail())
                    .append(']'));
    return new ApiErrorException(
        response,
        message.toString(),
        problem.path("code").asText(),
        title,
        detail,
        List.copyOf(errors));
  }

  /** The HTTP status. */
  public int status() {
    return response.status();
  }

  /** The machine-readable code, such as {@code subscription_exists}; empty if there is none. */
  public String code() {
    return code;
  }

  /** A short summary of the error; empty if the response is not from Posthorn. */
  public String title() {
    return title;
  }

  /** The problem and the remedy; may be empty. */
  public String detail() {
    return detail;
  }

  /** One entry for each invalid field. */
  public List<FieldError> errors() {
    return errors;
  }

  /** The time to wait before a retry, if the server gave one. */
  public Optional<Duration> retryAfter() {
    return response.retryAfter();
  }

  /** The request id, to find the call in the server's log. */
  public Optional<String> requestId() {
    return response.header("X-Request-Id");
  }

  /** The response body. */
  public String body() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
