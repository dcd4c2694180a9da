package io.posthorn.client.model;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint with its settings, and its distance from each rule that would disable or freeze it.
 *
 * @param inFlightLimit the current limit of requests in flight
 * @param retryAfterUntil the time until which its Retry-After holds requests back
 * @param maxInFlight the limit that was set for it; null for the general one
 * @param maxPerSecond the limit that was set for it; null for none
 * @param timeout such as {@code 5s}; null for the general one
 * @param headers static headers; their values are masked
 * @param retry its own retry policy; null for the general one
 * @param finalStatuses the statuses after which a message is not retried
 * @param countFinal whether a response with a final status counts for the circuit
 * @param auth how receivers recognise Posthorn, without secrets
 * @param latency null where there were no attempts
 */
public record EndpointDetails(
    @JsonUnwrapped EndpointSummary summary,
    int inFlightLimit,
    @Nullable Instant retryAfterUntil,
    @Nullable Integer maxInFlight,
    @Nullable Integer maxPerSecond,
    @Nullable String timeout,
    Map<String, String> headers,
    @Nullable RetryPolicy retry,
    List<Integer> finalStatuses,
    boolean countFinal,
    @Nullable Auth auth,
    @Nullable Latency latency,
    List<RuleProgress> ruleDistance) {

  public EndpointDetails {
    finalStatuses = Objects.requireNonNullElse(finalStatuses, List.of());
  }

  public String id() {
    return summary.id();
  }

  public EndpointStatus status() {
    return summary.status();
  }

  public boolean paused() {
    return summary.paused();
  }

  /**
   * A retry policy: either {@code unit} and {@code limit}, or {@code schedule}.
   *
   * @param unit the offset of the first retry, such as {@code 30s}; the offsets double
   * @param limit the number of retries
   * @param schedule the offsets of the retries from acceptance, such as {@code 5s}
   */
  public record RetryPolicy(
      @Nullable String unit, @Nullable Integer limit, @Nullable List<String> schedule) {}

  /**
   * The means by which receivers recognise Posthorn.
   *
   * @param signatures the kinds of signatures: {@code v1}, {@code v1a} or both
   * @param publicKey verifies the signatures {@code v1a}: {@code whpk_...}; null without them
   * @param previousPublicKeys those of earlier rotations, which still sign
   * @param clientCertificate null for none of its own
   * @param oauth2 null if its receiver asks for no access tokens
   */
  public record Auth(
      List<String> signatures,
      @Nullable String publicKey,
      List<PreviousPublicKey> previousPublicKeys,
      @Nullable Certificate clientCertificate,
      @Nullable OAuth2 oauth2) {}

  /**
   * The OAuth2 client for access tokens, without its secret.
   *
   * @param noTokenUntil nothing but probes is sent before, because there was no access token
   */
  public record OAuth2(
      String tokenUrl,
      String clientId,
      @Nullable String scope,
      @Nullable String audience,
      @Nullable Instant noTokenUntil) {}

  /** The certificate that is presented to the receiver, and when it ends. */
  public record Certificate(String subject, Instant expiresAt) {}

  /** A public key of an earlier rotation, and until when its private key signs. */
  public record PreviousPublicKey(String publicKey, Instant until) {}

  /** Percentiles of the duration of attempts, in milliseconds. */
  public record Latency(long p50, long p90, long p99) {}

  /**
   * An endpoint's distance to one rule.
   *
   * @param rule the status that it leads to: {@code disabled} or {@code frozen}
   * @param needs the rule's condition, as text
   * @param now the current values, as text
   * @param share from 0 to 1, where the rule applies
   */
  public record RuleProgress(String rule, String needs, String now, double share) {}
}
