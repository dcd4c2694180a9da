package io.posthorn.client.request;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A change of an endpoint's settings. Omitted fields stay unchanged; null resets a field to the
 * server's default.
 */
public final class EndpointUpdate extends BodyFields {
  private EndpointUpdate(Builder builder) {
    super(builder);
  }

  public static Builder builder() {
    return new Builder();
  }

  /** A builder of changes. */
  public static final class Builder extends BodyFields.Builder<Builder> {
    private static final String HEADERS = "headers";

    private final Map<String, @Nullable String> headers = new LinkedHashMap<>();
    private final Map<String, @Nullable Object> auth = new LinkedHashMap<>();
    private boolean cleared;

    private Builder() {}

    /** The limit of requests in flight. */
    public Builder maxInFlight(@Nullable Integer maxInFlight) {
      return with("maxInFlight", maxInFlight);
    }

    /** The limit of requests per second. */
    public Builder maxPerSecond(@Nullable Integer maxPerSecond) {
      return with("maxPerSecond", maxPerSecond);
    }

    /** The timeout of an attempt: 1 ms to 30 s. */
    public Builder timeout(@Nullable Duration timeout) {
      return with("timeout", timeout == null ? null : timeout.toMillis() + "ms");
    }

    /** A retry policy whose offsets double: {@code (2^n - 1) * unit}. */
    public Builder retry(Duration unit, int limit) {
      return with("retry", Map.of("unit", unit.toMillis() + "ms", "limit", limit));
    }

    /** A retry policy with these offsets from acceptance. */
    public Builder retry(List<Duration> schedule) {
      List<String> offsets = schedule.stream().map(offset -> offset.toMillis() + "ms").toList();
      return with("retry", Map.of("schedule", offsets));
    }

    /** The server's general retry policy. */
    public Builder clearRetry() {
      return with("retry", null);
    }

    /** The statuses after which a message is not retried; empty for none. */
    public Builder finalStatuses(List<Integer> statuses) {
      return with("finalStatuses", List.copyOf(statuses));
    }

    /** Sets if a response with a final status counts for the circuit, which is the default. */
    public Builder countFinal(boolean countFinal) {
      return with("countFinal", countFinal);
    }

    /** The kinds of signatures: {@code v1}, {@code v1a} or both. */
    public Builder signatures(String... kinds) {
      return auth("signatures", List.of(kinds));
    }

    /** The certificate to present to the receiver, and its key, in PEM form. */
    public Builder clientCertificate(String certificate, String key) {
      return auth("clientCertificate", Map.of("certificate", certificate, "key", key));
    }

    /** No client certificate of its own. */
    public Builder clearClientCertificate() {
      return auth("clientCertificate", null);
    }

    /**
     * The OAuth2 client whose access tokens the receiver asks for.
     *
     * @param scope null for none
     * @param audience null for none
     */
    public Builder oauth2(
        String tokenUrl,
        String clientId,
        String clientSecret,
        @Nullable String scope,
        @Nullable String audience) {
      Map<String, @Nullable String> client = new LinkedHashMap<>();
      client.put("tokenUrl", tokenUrl);
      client.put("clientId", clientId);
      client.put("clientSecret", clientSecret);
      client.put("scope", scope);
      client.put("audience", audience);
      return auth("oauth2", client);
    }

    /**
     * Changes a part of the OAuth2 client: {@code tokenUrl}, {@code clientId}, {@code
     * clientSecret}, {@code scope}, {@code audience}. Omitted parts stay; null removes scope or
     * audience.
     */
    public Builder changeOAuth2(Map<String, @Nullable String> parts) {
      return auth("oauth2", Collections.unmodifiableMap(new LinkedHashMap<>(parts)));
    }

    /** No access tokens. */
    public Builder clearOAuth2() {
      return auth("oauth2", null);
    }

    private Builder auth(String part, @Nullable Object value) {
      auth.put(part, value);
      return with("auth", Collections.unmodifiableMap(new LinkedHashMap<>(auth)));
    }

    /** Sets a header that is sent with every message; null removes it. Other headers stay. */
    public Builder header(String name, @Nullable String value) {
      headers.put(name, value);
      return cleared ? this : with(HEADERS, copyOfHeaders());
    }

    private Map<String, @Nullable String> copyOfHeaders() {
      return Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }

    /** Removes all static headers; {@link #header} in the same change is ignored. */
    public Builder clearHeaders() {
      cleared = true;
      return with(HEADERS, null);
    }

    public EndpointUpdate build() {
      return new EndpointUpdate(this);
    }
  }
}
