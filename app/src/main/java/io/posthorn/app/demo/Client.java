package io.posthorn.app.demo;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** The demo as a caller of the API: all that it has was made the way everybody makes it. */
final class Client implements AutoCloseable {
  private final String address;
  private final String key;
  private final HttpClient http = HttpClient.newHttpClient();

  Client(String address, String key) {
    this.address = address;
    this.key = key;
  }

  /** Makes a call for a customer; the body of the answer. */
  String call(String method, String path, String customer, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(address + "/api/v1" + path))
            .header("Authorization", "Bearer " + key)
            .header("X-Customer-Id", customer)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response = http.send(request, BodyHandlers.ofString());
      if (response.statusCode() >= 400) {
        throw new IllegalStateException(
            method
                + " "
                + path
                + " was answered "
                + response.statusCode()
                + ": "
                + response.body());
      }
      return response.body();
    } catch (IOException e) {
      throw new IllegalStateException("the server does not answer: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  /** A field of text at the top of an answer. */
  static String field(String json, String name) {
    try (JsonParser parser = JsonBody.FACTORY.createParser(json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean found = parser.currentName().equals(name);
        parser.nextToken();
        if (found) {
          return parser.getText();
        }
        parser.skipChildren();
      }
    } catch (IOException e) {
      throw new IllegalStateException("an answer that is not JSON", e);
    }
    throw new IllegalStateException("the answer has no " + name);
  }

  @Override
  public void close() {
    http.close();
  }
}
