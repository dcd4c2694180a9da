package io.posthorn.server.settings;

import io.posthorn.sender.AuthorizationStyle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How messages are sent.
 *
 * @param timeout from the start of an attempt to the head of its response
 * @param maxInFlight requests, of all endpoints together
 * @param maxInFlightPerEndpoint what an endpoint's allowance can grow to
 * @param maxBytesInFlight bodies, of all endpoints together
 * @param trustedCa certificates to trust beside the well-known ones; null for none
 * @param clientCertificate who we are to endpoints that ask; null for nobody
 */
public record DeliverySettings(
    Duration timeout,
    int maxInFlight,
    int maxInFlightPerEndpoint,
    long maxBytesInFlight,
    @Nullable Path trustedCa,
    @Nullable CertificateFiles clientCertificate,
    AuthorizationStyle authorization) {
  private static final Setting<Duration> TIMEOUT =
      Setting.of(
          "delivery.timeout",
          ValueTypes.duration("1ms", "30s").because("slow endpoints hold places"),
          "5s",
          "How long an endpoint has to answer; it can be changed for each endpoint.");

  private static final Setting<Integer> MAX_IN_FLIGHT =
      Setting.of(
          "delivery.max-in-flight",
          ValueTypes.whole(1, 1_000_000),
          "10000",
          "How many requests may be under way, of all endpoints together.");

  private static final Setting<Integer> MAX_IN_FLIGHT_PER_ENDPOINT =
      Setting.of(
          "delivery.max-in-flight-per-endpoint",
          ValueTypes.whole(1, 1_000_000),
          "32",
          "How many requests may be under way to one endpoint.");

  private static final Setting<Long> MAX_BYTES_IN_FLIGHT =
      Setting.of(
          "delivery.max-bytes-in-flight",
          ValueTypes.size(1),
          "256MiB",
          "How many bytes the bodies that are under way may have together.");

  private static final Setting<Path> TRUSTED_CA =
      Setting.optional(
          "delivery.trusted-ca",
          ValueTypes.PATH,
          "none",
          "A PEM file with certificates to trust beside the well-known ones.");

  private static final Setting<Path> CLIENT_CERTIFICATE =
      Setting.optional(
          "delivery.client-certificate",
          ValueTypes.PATH,
          "none",
          "A PEM file with the certificate to show to endpoints that ask for one.");

  private static final Setting<Path> CLIENT_KEY =
      Setting.optional(
          "delivery.client-key",
          ValueTypes.PATH,
          "none",
          "A PEM file with the key of delivery.client-certificate.");

  private static final Setting<AuthorizationStyle> AUTHORIZATION =
      Setting.of(
          "delivery.authorization",
          ValueTypes.oneOf(AuthorizationStyle.class),
          "bearer",
          "How a subscription's token is sent: after the word Bearer, or alone.");

  static final List<Setting<?>> ALL =
      List.of(
          TIMEOUT,
          MAX_IN_FLIGHT,
          MAX_IN_FLIGHT_PER_ENDPOINT,
          MAX_BYTES_IN_FLIGHT,
          TRUSTED_CA,
          CLIENT_CERTIFICATE,
          CLIENT_KEY,
          AUTHORIZATION);

  static DeliverySettings of(Values values) {
    return new DeliverySettings(
        values.get(TIMEOUT),
        values.get(MAX_IN_FLIGHT),
        values.get(MAX_IN_FLIGHT_PER_ENDPOINT),
        values.get(MAX_BYTES_IN_FLIGHT),
        values.find(TRUSTED_CA),
        CertificateFiles.of(values, CLIENT_CERTIFICATE, CLIENT_KEY),
        values.get(AUTHORIZATION));
  }
}
