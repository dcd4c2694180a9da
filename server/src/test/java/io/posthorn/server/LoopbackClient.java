package io.posthorn.server;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An HTTP client of a server on a loopback port. */
public final class LoopbackClient implements AutoCloseable {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String server;

  public LoopbackClient(int port) {
    server = "http://127.0.0.1:" + port;
  }

  /** The headers of a call with a key for a customer; an empty text omits the header. */
  public static Map<String, String> headers(String key, String customer) {
    Map<String, String> headers = new LinkedHashMap<>();
    if (!key.isEmpty()) {
      headers.put("Authorization", "Bearer " + key);
    }
    if (!customer.isEmpty()) {
      headers.put("X-Customer-Id", customer);
    }
    return headers;
  }

  /** Headers from alternating names and values. */
  public static Map<String, String> headers(String[] namesAndValues) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      headers.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return headers;
  }

  /** Makes a call with text in both directions. */
  public HttpResponse<String> call(
      String method, String path, @Nullable String body, Map<String, String> headers) {
    return call(method, path, body, headers, BodyHandlers.ofString());
  }

  public <T> HttpResponse<T> call(
      String method,
      String path,
      @Nullable String body,
      Map<String, String> headers,
      BodyHandler<T> handler) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(server + path))
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return client.send(request.build(), handler);
    } catch (IOException e) {
      throw new AssertionError("no response", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  /** Ends open calls, too. */
  @Override
  public void close() {
    client.shutdownNow();
    client.close();
  }
}
