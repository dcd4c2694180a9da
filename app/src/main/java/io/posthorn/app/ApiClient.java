package io.posthorn.app;

import io.posthorn.server.http.JsonBody;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The API of a running server, as the commands speak to it. */
final class ApiClient implements AutoCloseable {
  /** Far above the largest page; an endless answer does not fill the memory. */
  private static final long LARGEST_ANSWER = 64L << 20;

  /** How the client begins what it says of an answer above that. */
  private static final String TOO_LARGE = "body exceeds";

  private static final Duration TO_CONNECT = Duration.ofSeconds(5);
  private static final Duration TO_ANSWER = Duration.ofSeconds(60);

  private final String url;
  private final @Nullable String key;
  private final @Nullable String customer;
  private final HttpClient http;

  /**
   * Speaks to a server.
   *
   * @param url the server's address, without {@code /api/v1}
   * @throws IllegalArgumentException where that is no address
   */
  ApiClient(String url, @Nullable String key, @Nullable String customer) {
    this.url = url.replaceAll("/+$", "");
    this.key = key;
    this.customer = customer;
    if (!this.url.matches("https?://[^/?#\\s]+[^?#\\s]*")) {
      throw new IllegalArgumentException(
          "The server's address must look like http://127.0.0.1:8080, not " + Printable.line(url));
    }
    // The commands go straight to the server: a proxy of the environment would see the key.
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .proxy(HttpClient.Builder.NO_PROXY)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(TO_CONNECT)
            .build();
  }

  ApiReply get(ApiPath path) throws ApiException, InterruptedException {
    return send(request(path).GET());
  }

  ApiReply delete(ApiPath path) throws ApiException, InterruptedException {
    return send(request(path).DELETE());
  }

  /** An action that needs no words. */
  ApiReply post(ApiPath path) throws ApiException, InterruptedException {
    return send(request(path).POST(BodyPublishers.noBody()));
  }

  ApiReply post(ApiPath path, JsonBody body) throws ApiException, InterruptedException {
    return post(path, body.toBytes());
  }

  ApiReply post(ApiPath path, byte[] json) throws ApiException, InterruptedException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json)));
  }

  /** An action that may take long. */
  ApiReply post(ApiPath path, byte[] json, Duration patience)
      throws ApiException, InterruptedException {
    return send(
        request(path)
            .timeout(patience)
            .header("Content-Type", "application/json")
            .POST(BodyPublishers.ofByteArray(json)));
  }

  private HttpRequest.Builder request(ApiPath path) throws ApiException {
    try {
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(url + "/api/v1" + path))
              .timeout(TO_ANSWER)
              .header("Accept", "application/json");
      if (key != null) {
        request.header("Authorization", "Bearer " + key);
      }
      if (customer != null) {
        request.header("X-Customer-Id", customer);
      }
      return request;
    } catch (IllegalArgumentException e) {
      // Its own words would repeat the key.
      throw new ApiException("The address, key or customer has characters that cannot be sent.");
    }
  }

  private ApiReply send(HttpRequest.Builder request) throws ApiException, InterruptedException {
    HttpResponse<byte[]> response = answer(request.build());
    byte[] body = response.body();
    if (response.statusCode() >= 300) {
      String retryAfter = response.headers().firstValue("Retry-After").orElse("");
      throw new ApiException(ProblemLine.of(response.statusCode(), body, retryAfter, url));
    }
    ApiObject object = body.length == 0 ? ApiObject.EMPTY : ApiObject.parse(body);
    if (object == null) {
      throw new ApiException("What answers at " + url + " is not Posthorn: no JSON came.");
    }
    return new ApiReply(body, object);
  }

  private HttpResponse<byte[]> answer(HttpRequest request)
      throws ApiException, InterruptedException {
    try {
      return http.send(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST_ANSWER));
    } catch (ConnectException e) {
      throw new ApiException(
          "Nothing answers at " + url + ": is the server running? ./posthorn serve --dev");
    } catch (HttpTimeoutException e) {
      throw new ApiException(
          "No answer from " + url + " in time: the server is busy, or it is not Posthorn.");
    } catch (IOException e) {
      throw new ApiException(broken(e));
    }
  }

  /** What an address or a setting can change has its reason; else the other side has gone. */
  private String broken(IOException e) {
    String why = String.valueOf(e.getMessage());
    if (e instanceof SSLException || e instanceof ProtocolException || why.startsWith(TOO_LARGE)) {
      return "The call to " + url + " broke: " + Printable.line(why, 200);
    }
    return "The connection to "
        + url
        + " was lost before the answer came: is the server still running? Whether it did what it"
        + " was asked is not known.";
  }

  @Override
  public void close() {
    http.shutdownNow();
  }
}
