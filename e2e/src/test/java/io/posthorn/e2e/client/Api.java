package io.posthorn.e2e.client;

import io.posthorn.client.CallRetryPolicy;
import io.posthorn.client.PosthornClient;
import io.posthorn.testkit.Await;
import io.posthorn.testkit.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An API client for tests: the Java client, or single calls for tests that check raw responses.
 * Paths are complete, as in the contract; a call without a response throws {@link
 * UncheckedIOException}.
 */
public final class Api {
  private final HttpClient client;
  private final Supplier<URI> address;
  private final @Nullable String key;

  /** Calls a server as an admin, and follows it to its new port after a restart. */
  public static Api of(ServerProcess server) {
    return new Api(server.client(), server::address, ServerProcess.ADMIN_KEY);
  }

  /** Calls the address that is current at the time of a call, over plain HTTP. */
  public Api(Supplier<URI> address, String key) {
    this(ServerProcess.plainClient(), address, key);
  }

  private Api(HttpClient client, Supplier<URI> address, @Nullable String key) {
    this.client = client;
    this.address = address;
    this.key = key;
  }

  /** The same server with another key. */
  public Api withKey(String other) {
    return new Api(client, address, other);
  }

  /** The same server for a caller without a key, such as a browser. */
  public Api withoutKey() {
    return new Api(client, address, null);
  }

  /** The Java client of the same server, without retries. */
  public PosthornClient client() {
    return PosthornClient.builder()
        .httpClient(client)
        .url(address.get().toString())
        .apiKey(key)
        .timeout(Await.TIMEOUT)
        .retries(CallRetryPolicy.NONE)
        .build();
  }

  public TestResponse get(String path) {
    return call("GET", path, null);
  }

  public TestResponse post(String path) {
    return call("POST", path, null);
  }

  public TestResponse post(String path, String body) {
    return call("POST", path, body);
  }

  public TestResponse put(String path, @Nullable String body) {
    return call("PUT", path, body);
  }

  public TestResponse patch(String path, String body) {
    return call("PATCH", path, body);
  }

  public TestResponse delete(String path) {
    return call("DELETE", path, null);
  }

  /** Sends a call; headers are alternating names and values. */
  public TestResponse call(String method, String path, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.get().resolve(path))
            .timeout(Await.TIMEOUT)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    for (List<String> pair : pairs(headers)) {
      request.header(pair.getFirst(), pair.getLast());
    }
    try {
      return TestResponse.of(client.send(request.build(), BodyHandlers.ofString()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<List<String>> pairs(String[] headers) {
    return IntStream.range(0, headers.length / 2)
        .mapToObj(i -> List.of(headers[2 * i], headers[2 * i + 1]))
        .toList();
  }
}
