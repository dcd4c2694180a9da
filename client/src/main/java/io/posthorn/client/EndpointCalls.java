package io.posthorn.client;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import io.posthorn.client.model.CircuitChange;
import io.posthorn.client.model.EndpointDetails;
import io.posthorn.client.model.EndpointSecret;
import io.posthorn.client.model.EndpointSummary;
import io.posthorn.client.request.EndpointFilter;
import io.posthorn.client.request.EndpointUpdate;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls about endpoints: the URLs of a customer, their health and their secrets. */
public final class EndpointCalls {
  private final ApiTransport transport;

  EndpointCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** The customer's endpoints, in the order of their ids. */
  public PagedList<EndpointSummary> list(EndpointFilter filter) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("endpoints")
                    .with(filter.parameters())
                    .with("limit", limit)
                    .with("cursor", cursor),
                "data",
                EndpointSummary.class));
  }

  public EndpointDetails get(String id) {
    return transport.call(ApiRequest.get("endpoints", id), EndpointDetails.class);
  }

  /** Sets limits, timeout, static headers and options. */
  public EndpointDetails update(String id, EndpointUpdate update) {
    return transport.call(ApiRequest.patch("endpoints", id).body(update), EndpointDetails.class);
  }

  /** Enables an endpoint that is disabled, frozen or paused; held messages are due at once. */
  public EndpointDetails enable(String id) {
    return act(id, "enable");
  }

  /** Pauses an endpoint until it is resumed or enabled. */
  public EndpointDetails pause(String id) {
    return act(id, "pause");
  }

  /** Ends the pause of an endpoint; its circuit stays as it is. */
  public EndpointDetails resume(String id) {
    return act(id, "resume");
  }

  private EndpointDetails act(String id, String action) {
    return transport.call(
        ApiRequest.post("endpoints", id, action).repeatable(true), EndpointDetails.class);
  }

  /**
   * Enables all of the customer's endpoints that are in a state.
   *
   * @param status {@code disabled}, {@code frozen} or {@code paused}
   * @return the number of endpoints that changed
   */
  public long enableAll(String status) {
    return enableAll(status, "");
  }

  /**
   * Enables all of the customer's endpoints that are in a state and match a search.
   *
   * @param status {@code disabled}, {@code frozen} or {@code paused}
   * @param search a part of the URL, in any case, or an id; empty for all
   * @return the number of endpoints that changed
   */
  public long enableAll(String status, String search) {
    return enableMany(new EnableBody(status, search, null));
  }

  /**
   * Counts the endpoints that {@link #enableAll(String, String)} would enable.
   *
   * @param status {@code disabled}, {@code frozen} or {@code paused}
   * @param search a part of the URL, in any case, or an id; empty for all
   */
  public long previewEnableAll(String status, String search) {
    return enableMany(new EnableBody(status, search, true));
  }

  @JsonInclude(JsonInclude.Include.NON_EMPTY)
  private record EnableBody(
      @JsonProperty("status") String status,
      @JsonProperty("q") String search,
      @JsonProperty("preview") @Nullable Boolean preview) {}

  private long enableMany(EnableBody body) {
    return transport
        .call(ApiRequest.post("endpoints", "enable").body(body).repeatable(true), Changed.class)
        .changed();
  }

  private record Changed(@JsonProperty("changed") long changed) {}

  /** The last 200 changes and probes of its circuit, the newest first. */
  public List<CircuitChange> history(String id) {
    return transport.list(
        ApiRequest.get("endpoints", id, "history").with("limit", PagedList.MAX_PAGE_SIZE),
        "data",
        CircuitChange.class);
  }

  /** The secret that signs its messages. */
  public EndpointSecret secret(String id) {
    return transport.call(ApiRequest.get("endpoints", id, "secret"), EndpointSecret.class);
  }

  /** Sets the secret: {@code whsec_} and the Base64 of 24 to 64 bytes. */
  public EndpointSecret setSecret(String id, String secret) {
    return transport.call(
        ApiRequest.put("endpoints", id, "secret").body(Map.of("secret", secret)),
        EndpointSecret.class);
  }

  /** Creates a new secret; both sign for 24 hours. */
  public EndpointSecret rotateSecret(String id) {
    return transport.call(
        ApiRequest.post("endpoints", id, "secret", "rotate"), EndpointSecret.class);
  }

  /**
   * Creates a new secret.
   *
   * @param overlap how long both sign: 0 to 30 days
   */
  public EndpointSecret rotateSecret(String id, Duration overlap) {
    return transport.call(
        ApiRequest.post("endpoints", id, "secret", "rotate")
            .body(Map.of("overlap", overlap.toMillis() + "ms")),
        EndpointSecret.class);
  }
}
