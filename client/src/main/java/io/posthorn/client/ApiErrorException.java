package io.posthorn.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The server refused a call. What it says about it is an RFC 9457 problem; a proxy on the way may
 * say something else, which then is the {@link #body()} alone.
 */
public final class ApiErrorException extends PosthornException {
  private final transient ApiResponse response;
  private final String code;
  private final String title;
  private final String detail;
  private final transient List<FieldError> errors;

  /**
   * A field that is wrong.
   *
   * @param pointer a JSON pointer into the body, or the name of a parameter
   * @param detail what is wrong with it, for a person
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
            .append(" was answered ")
            .append(response.status());
    if (!title.isEmpty()) {
      message.append(' ').append(title);
    }
    if (!detail.isEmpty()) {
      message.append(": ").append(detail);
    }
    errors.forEach(
        e -> message.append(" [").append(e.pointer()).append(": ").append(e.detail()).append(']'));
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

  /** The kind of error in one word for programs; empty where the server gives none. */
  public String code() {
    return code;
  }

  /** The kind of error in a few words; empty where the answer is not Posthorn's. */
  public String title() {
    return title;
  }

  /** What is wrong and what to do, for a person; may be empty. */
  public String detail() {
    return detail;
  }

  /** One entry for each field that is wrong. */
  public List<FieldError> errors() {
    return errors;
  }

  /** How long to wait before another try, where the server says it. */
  public Optional<Duration> retryAfter() {
    return response.retryAfter();
  }

  /** The id under which the server's log has this call, where it says it. */
  public Optional<String> requestId() {
    return response.header("X-Request-Id");
  }

  /** The answer as it came. */
  public String body() {
    return new String(response.body(), StandardCharsets.UTF_8);
  }
}
