package io.posthorn.client;

import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.posthorn.client.NoResponseException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * The transport of API calls: adds key and customer, retries by {@link CallRetryPolicy}, and maps
 * responses to records or exceptions.
 *
 * @param url the server's address, without a slash at its end
 */
record ApiTransport(
    HttpClient http,
    String url,
    @Nullable String apiKey,
    @Nullable String customer,
    Duration timeout,
    CallRetryPolicy retries,
    Consumer<ApiResponse> listener,
    Sleep sleep) {
  /**
   * The limit of a response, far above the largest page, so that an endless one cannot exhaust
   * memory.
   */
  private static final long MAX_RESPONSE_BYTES = 64L << 20;

  private static final int MAX_ERROR_BYTES = 1 << 20;

  /** The prefix of the JDK's message for a response above the limit. */
  private static final String TOO_LARGE = "body exceeds";

  private static final Set<Integer> PASSING = Set.of(502, 503, 504);

  /** The delay before a retry. */
  @FunctionalInterface
  interface Sleep {
    void sleep(Duration time) throws InterruptedException;
  }

  ApiTransport forCustomer(String other) {
    return new ApiTransport(http, url, apiKey, other, timeout, retries, listener, sleep);
  }

  /** Sends a call and ignores the response body. */
  void call(ApiRequest request) {
    send(request, true);
  }

  /**
   * Sends a deletion.
   *
   * @param gone the result if the response was lost and a retry found nothing left
   */
  <T> T delete(ApiRequest request, Class<T> type, T gone) {
    ApiResponse response = send(request, true);
    return response.status() == 404 ? gone : read(response, type);
  }

  <T> T call(ApiRequest request, Class<T> type) {
    return read(send(request), type);
  }

  private <T> T read(ApiResponse response, Class<T> type) {
    try {
      return JsonMapping.read(JsonMapping.read(response.body()), type);
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  <T> List<T> list(ApiRequest request, String field, Class<T> type) {
    return page(request, field, type).data();
  }

  /** Reads all pages of a short list. */
  <T> List<T> all(ApiRequest request, Class<T> type) {
    return new PagedList<>(
            (limit, cursor) ->
                page(request.with("limit", limit).with("cursor", cursor), "data", type))
        .pageSize(PagedList.MAX_PAGE_SIZE).stream().toList();
  }

  /** Reads a page of a list whose entries are in a field of the response. */
  <T> ResultPage<T> page(ApiRequest request, String field, Class<T> type) {
    ApiResponse response = send(request);
    try {
      JsonNode json = JsonMapping.read(response.body());
      List<T> data = new ArrayList<>();
      for (JsonNode entry : json.path(field)) {
        data.add(JsonMapping.read(entry, type));
      }
      ResultPage.Frame frame = JsonMapping.read(json, ResultPage.Frame.class);
      return new ResultPage<>(
          List.copyOf(data), frame.nextCursor(), frame.incomplete(), frame.historyFrom());
    } catch (IOException e) {
      throw unreadable(e);
    }
  }

  private NoResponseException unreadable(IOException cause) {
    String message =
        cause instanceof JsonMappingException unexpected
            ? "Unexpected response from " + url + ": " + unexpected.getOriginalMessage()
            : "The server at " + url + " is not Posthorn: the response is not JSON.";
    return new NoResponseException(Reason.INVALID, message, cause);
  }

  /**
   * Sends a call, with retries.
   *
   * @throws ApiErrorException if the server refuses it
   * @throws NoResponseException if no usable response arrives
   */
  ApiResponse send(ApiRequest request) {
    return send(request, false);
  }

  /**
   * The same.
   *
   * @param mayBeGone whether a 404 after a deletion whose response was lost is a success
   */
  private ApiResponse send(ApiRequest request, boolean mayBeGone) {
    boolean maybeDone = false;
    for (int attempt = 1; ; attempt++) {
      Duration delay = retries.delayAfter(attempt, ThreadLocalRandom.current().nextDouble());
      try {
        ApiResponse response = exchange(request);
        if (response.status() < 300 || (mayBeGone && isGone(request, response, maybeDone))) {
          return response;
        }
        Duration asked = response.retryAfter().orElse(delay);
        if (!isPassing(request, response)
            || attempt >= retries.maxAttempts()
            || asked.compareTo(retries.maxDelay()) > 0) {
          throw ApiErrorException.of(response);
        }
        delay = asked;
        maybeDone |= response.status() != 429; // a 503 or 504 may hide a call that was carried out
      } catch (NoResponseException e) {
        boolean unreached = e.reason() == Reason.NOT_REACHED;
        boolean broken = e.reason() == Reason.CONNECTION_LOST || e.reason() == Reason.TIMEOUT;
        if (attempt >= retries.maxAttempts() || !(unreached || (broken && request.repeatable()))) {
          throw e;
        }
        maybeDone |= broken;
      }
      pause(delay);
    }
  }

  private static boolean isPassing(ApiRequest request, ApiResponse response) {
    return response.status() == 429
        || (request.repeatable() && PASSING.contains(response.status()));
  }

  /** An earlier try without a response may have deleted it. */
  private static boolean isGone(ApiRequest request, ApiResponse response, boolean maybeDone) {
    return maybeDone && request.method().equals("DELETE") && response.status() == 404;
  }

  private void pause(Duration delay) {
    try {
      sleep.sleep(delay);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Sends a call once and returns the body of its response while it arrives.
   *
   * @throws ApiErrorException if the server refuses it
   */
  InputStream stream(ApiRequest request) throws IOException {
    HttpRequest call = httpRequest(request);
    HttpResponse<InputStream> received = exchange(call, BodyHandlers.ofInputStream());
    if (received.statusCode() < 300) {
      return received.body();
    }
    try (InputStream body = received.body()) {
      throw ApiErrorException.of(
          new ApiResponse(
              call.method(),
              call.uri(),
              received.statusCode(),
              received.headers(),
              body.readNBytes(MAX_ERROR_BYTES)));
    }
  }

  private ApiResponse exchange(ApiRequest request) {
    HttpRequest call = httpRequest(request);
    HttpResponse<byte[]> received =
        exchange(call, BodyHandlers.limiting(BodyHandlers.ofByteArray(), MAX_RESPONSE_BYTES));
    ApiResponse response =
        new ApiResponse(
            call.method(), call.uri(), received.statusCode(), received.headers(), received.body());
    listener.accept(response);
    return response;
  }

  private <T> HttpResponse<T> exchange(HttpRequest call, HttpResponse.BodyHandler<T> body) {
    try {
      return http.send(call, body);
    } catch (ConnectException | HttpConnectTimeoutException e) {
      throw new NoResponseException(Reason.NOT_REACHED, "Cannot connect to " + url + ".", e);
    } catch (HttpTimeoutException e) {
      throw new NoResponseException(Reason.TIMEOUT, "Timed out waiting for " + url + ".", e);
    } catch (IOException e) {
      throw broken(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  private HttpRequest httpRequest(ApiRequest request) {
    HttpRequest.Builder call =
        HttpRequest.newBuilder(URI.create(url + request.target()))
            .timeout(request.timeout() == null ? timeout : request.timeout())
            .header("Accept", "application/json")
            .method(
                request.method(),
                request.body() == null
                    ? BodyPublishers.noBody()
                    : BodyPublishers.ofByteArray(request.body()));
    if (request.body() != null) {
      call.header("Content-Type", "application/json");
    }
    if (apiKey != null) {
      call.header("Authorization", "Bearer " + apiKey);
    }
    if (customer != null) {
      call.header("X-Customer-Id", customer);
    }
    return call.build();
  }

  /** Distinguishes configuration errors from a lost server. */
  private NoResponseException broken(IOException e) {
    String why = String.valueOf(e.getMessage());
    if (e instanceof SSLException || e instanceof ProtocolException || why.startsWith(TOO_LARGE)) {
      return new NoResponseException(Reason.INVALID, "The call to " + url + " failed: " + why, e);
    }
    return new NoResponseException(
        Reason.CONNECTION_LOST,
        "The connection to " + url + " was lost before the response arrived.",
        e);
  }

  private NoResponseException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    return new NoResponseException(Reason.INTERRUPTED, "Interrupted while calling " + url + ".", e);
  }
}
