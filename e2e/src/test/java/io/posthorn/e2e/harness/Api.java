package io.posthorn.e2e.harness;

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
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * A caller of a server's API, as a rule with a key. Paths are written whole, as in the contract; a
 * call that gets no answer throws {@link UncheckedIOException}.
 */
public final class Api {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final HttpClient client;
  private final Supplier<URI> address;
  private final @Nullable String key;

  public Api(Supplier<URI> address, String key) {
    this(CLIENT, address, key);
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

  /** The same server for a caller who trusts its certificate. */
  public Api trusting(SSLContext trust) {
    HttpClient other =
        HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).sslContext(trust).build();
    return new Api(other, address, key);
  }

  public Heard get(String path) {
    return call("GET", path, null);
  }

  public Heard post(String path) {
    return call("POST", path, null);
  }

  public Heard post(String path, String body) {
    return call("POST", path, body);
  }

  public Heard put(String path, @Nullable String body) {
    return call("PUT", path, body);
  }

  public Heard patch(String path, String body) {
    return call("PATCH", path, body);
  }

  public Heard delete(String path) {
    return call("DELETE", path, null);
  }

  /** Makes a call; headers are names and values in turn. */
  public Heard call(String method, String path, @Nullable String body, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(address.get().resolve(path))
            .timeout(Patience.LONG)
            .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (key != null) {
      request.header("Authorization", "Bearer " + key);
    }
    for (List<String> pair : pairs(headers)) {
      request.header(pair.getFirst(), pair.getLast());
    }
    try {
      return Heard.of(client.send(request.build(), BodyHandlers.ofString()));
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
