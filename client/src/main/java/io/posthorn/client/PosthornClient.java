package io.posthorn.client;

import java.net.http.HttpClient;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The client of a Posthorn server.
 *
 * <pre>{@code
 * try (PosthornClient posthorn =
 *     PosthornClient.builder().url("https://posthorn.example").apiKey(key).build()) {
 *   posthorn.subscriptions().create(
 *       NewSubscription.builder("ORDER", "UPDATE", "https://shop.example/hooks").build());
 *   posthorn.events().send(
 *       NewEvent.builder("ORDER", "UPDATE").objId("17").newState(order).build());
 * }
 * }</pre>
 *
 * <p>Calls block. They throw {@link ApiErrorException} if the server refuses the call and {@link
 * NoResponseException} if no usable response arrives; {@link CallRetryPolicy} defines which calls
 * are retried first. A client is immutable and thread-safe; one per server is enough.
 */
public final class PosthornClient implements AutoCloseable {
  private final ApiTransport transport;
  private final boolean ownsHttp;

  private PosthornClient(ApiTransport transport, boolean ownsHttp) {
    this.transport = transport;
    this.ownsHttp = ownsHttp;
  }

  public static Builder builder() {
    return new Builder();
  }

  /**
   * A client for one customer, for a key that is for all customers. It shares this client's
   * connections and works until this client is closed.
   */
  public PosthornClient forCustomer(String customerId) {
    return new PosthornClient(
        transport.forCustomer(Builder.sendable("customer", customerId)), false);
  }

  /** The server's address. */
  public String url() {
    return transport.url();
  }

  public EventCalls events() {
    return new EventCalls(transport);
  }

  public SubscriptionCalls subscriptions() {
    return new SubscriptionCalls(transport);
  }

  public EndpointCalls endpoints() {
    return new EndpointCalls(transport);
  }

  public MessageCalls messages() {
    return new MessageCalls(transport);
  }

  public CustomerCalls customers() {
    return new CustomerCalls(transport);
  }

  public KeyCalls keys() {
    return new KeyCalls(transport);
  }

  public BackupCalls backups() {
    return new BackupCalls(transport);
  }

  public ServerCalls server() {
    return new ServerCalls(transport);
  }

  /**
   * Aborts calls in flight and closes the connections, unless the caller supplied the HTTP client.
   */
  @Override
  public void close() {
    if (ownsHttp) {
      transport.http().shutdownNow();
    }
  }

  /** A builder of clients. */
  public static final class Builder {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    private String url = "http://127.0.0.1:8080";
    private @Nullable String apiKey;
    private @Nullable String customer;
    private Duration timeout = Duration.ofSeconds(60);
    private CallRetryPolicy retries = CallRetryPolicy.DEFAULT;
    private @Nullable HttpClient http;
    private Consumer<ApiResponse> listener = response -> {};
    private ApiTransport.Sleep sleep = Thread::sleep;

    private Builder() {}

    /**
     * The server's address, without {@code /api/v1}; by default {@code http://127.0.0.1:8080}.
     *
     * @throws IllegalArgumentException if it is not an address of http or https
     */
    public Builder url(String address) {
      String trimmed = address.replaceAll("/+$", "");
      if (!trimmed.matches("https?://[^/?#\\s]+[^?#\\s]*")) {
        throw new IllegalArgumentException(
            "The server's address must look like http://127.0.0.1:8080, not " + address);
      }
      url = trimmed;
      return this;
    }

    /** The API key: {@code phk_...}. */
    public Builder apiKey(@Nullable String key) {
      apiKey = key == null ? null : sendable("key", key);
      return this;
    }

    /** The customer to act for, if the key is for all customers. */
    public Builder customer(@Nullable String customerId) {
      customer = customerId == null ? null : sendable("customer", customerId);
      return this;
    }

    /** The timeout of a call; by default 60 s. */
    public Builder timeout(Duration longest) {
      timeout = longest;
      return this;
    }

    /** The retry policy; by default {@link CallRetryPolicy#DEFAULT}. */
    public Builder retries(CallRetryPolicy policy) {
      retries = policy;
      return this;
    }

    /** The JDK's HTTP client to use, for custom TLS or proxies; it is not closed. */
    public Builder httpClient(HttpClient client) {
      http = client;
      return this;
    }

    /** A listener for every response, including errors, called on the calling thread. */
    public Builder responseListener(Consumer<ApiResponse> listener) {
      this.listener = listener;
      return this;
    }

    Builder sleep(ApiTransport.Sleep other) {
      sleep = other;
      return this;
    }

    public PosthornClient build() {
      HttpClient used = http == null ? newHttpClient() : http;
      return new PosthornClient(
          new ApiTransport(used, url, apiKey, customer, timeout, retries, listener, sleep),
          http == null);
    }

    private static HttpClient newHttpClient() {
      return HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .followRedirects(HttpClient.Redirect.NEVER)
          .connectTimeout(CONNECT_TIMEOUT)
          .build();
    }

    /** Checks a header value; the error does not repeat it, because it may be secret. */
    private static String sendable(String what, String value) {
      if (value.isEmpty()) {
        throw new IllegalArgumentException("The " + what + " is empty.");
      }
      if (!value.chars().allMatch(c -> c > ' ' && c < 0x7f)) {
        throw new IllegalArgumentException(
            "The " + what + " contains characters that are not allowed in a header.");
      }
      return value;
    }
  }
}
