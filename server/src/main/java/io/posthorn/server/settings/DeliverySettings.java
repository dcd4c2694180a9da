package io.posthorn.server.settings;

import io.posthorn.core.url.TargetUrl;
import io.posthorn.sender.AuthorizationStyle;
import io.posthorn.sender.http1.OutboundRoute;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of delivery.
 *
 * @param timeout from the start of an attempt to the head of its response
 * @param maxInFlight requests, of all endpoints together
 * @param maxInFlightPerEndpoint the maximum of an endpoint's in-flight limit
 * @param maxInFlightPerHost the maximum of a host's in-flight limit, over all customers
 * @param maxBytesInFlight bodies, of all endpoints together; null for as many as fit into memory
 * @param trustedCa additional trusted certificates; null for none
 * @param clientCertificate the client certificate for endpoints that ask for one; null for none
 * @param route the proxy and the local address of connections
 */
public record DeliverySettings(
    Duration timeout,
    int maxInFlight,
    int maxInFlightPerEndpoint,
    int maxInFlightPerHost,
    @Nullable Long maxBytesInFlight,
    @Nullable Path trustedCa,
    @Nullable CertificateFiles clientCertificate,
    AuthorizationStyle authorization,
    OutboundRoute route) {
  private static final Setting<Duration> TIMEOUT =
      Setting.of(
          "delivery.timeout",
          ValueTypes.duration("1ms", "30s").because("slow endpoints hold connections"),
          "5s",
          "The time in which an endpoint must respond; can be set per endpoint.");

  private static final Setting<Integer> MAX_IN_FLIGHT =
      Setting.of(
          "delivery.max-in-flight",
          ValueTypes.whole(1, 1_000_000),
          "10000",
          "The most requests in flight to all endpoints together.");

  private static final Setting<Integer> MAX_IN_FLIGHT_PER_ENDPOINT =
      Setting.of(
          "delivery.max-in-flight-per-endpoint",
          ValueTypes.whole(1, 1_000_000),
          "32",
          "The most requests in flight to one endpoint.");

  private static final Setting<Integer> MAX_IN_FLIGHT_PER_HOST =
      Setting.of(
          "delivery.max-in-flight-per-host",
          ValueTypes.whole(1, 1_000_000),
          "1024",
          "The most requests in flight to one host and port, of all customers together.");

  private static final Setting<Long> MAX_BYTES_IN_FLIGHT =
      Setting.optional(
          "delivery.max-bytes-in-flight",
          ValueTypes.size(1),
          "256MiB, or a quarter of the heap",
          "The most bytes of request bodies in flight.");

  private static final Setting<Path> TRUSTED_CA =
      Setting.optional(
          "delivery.trusted-ca",
          ValueTypes.PATH,
          "none",
          "A PEM file with additional trusted certificates.");

  private static final Setting<Path> CLIENT_CERTIFICATE =
      Setting.optional(
          "delivery.client-certificate",
          ValueTypes.PATH,
          "none",
          "A PEM file with the client certificate for endpoints that require one.");

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
          "The form of a subscription's token in Authorization: with or without the word Bearer.");

  private static final Setting<TargetUrl> PROXY =
      Setting.optional(
          "delivery.proxy",
          ValueTypes.URL,
          "none",
          "An HTTP proxy for requests to endpoints, such as http://proxy.example.com:3128.");

  private static final Setting<Secret> PROXY_CREDENTIALS =
      Setting.optional(
          "delivery.proxy-credentials",
          Secret.PROXY_CREDENTIALS,
          "none",
          "The user and password for delivery.proxy, as user:password.");

  private static final Setting<InetAddress> BIND_ADDRESS =
      Setting.optional(
          "delivery.bind-address",
          ValueTypes.LOCAL_ADDRESS,
          "none: chosen by the system",
          "The address of this machine that requests to endpoints come from.");

  static final List<Setting<?>> ALL =
      List.of(
          TIMEOUT,
          MAX_IN_FLIGHT,
          MAX_IN_FLIGHT_PER_ENDPOINT,
          MAX_IN_FLIGHT_PER_HOST,
          MAX_BYTES_IN_FLIGHT,
          TRUSTED_CA,
          CLIENT_CERTIFICATE,
          CLIENT_KEY,
          AUTHORIZATION,
          PROXY,
          PROXY_CREDENTIALS,
          BIND_ADDRESS);

  static DeliverySettings of(Values values) {
    return new DeliverySettings(
        values.get(TIMEOUT),
        values.get(MAX_IN_FLIGHT),
        values.get(MAX_IN_FLIGHT_PER_ENDPOINT),
        values.get(MAX_IN_FLIGHT_PER_HOST),
        values.find(MAX_BYTES_IN_FLIGHT),
        values.find(TRUSTED_CA),
        CertificateFiles.of(values, CLIENT_CERTIFICATE, CLIENT_KEY),
        values.get(AUTHORIZATION),
        new OutboundRoute(proxy(values), values.find(BIND_ADDRESS)));
  }

  private static OutboundRoute.@Nullable Proxy proxy(Values values) {
    TargetUrl url = values.find(PROXY);
    Secret credentials = values.find(PROXY_CREDENTIALS);
    if (url == null) {
      if (credentials != null) {
        throw values.refused(
            PROXY_CREDENTIALS, "it needs delivery.proxy too; set both, or remove it");
      }
      return null;
    }
    if (url.secure() || !url.text().matches("http://[^/]+/?")) {
      throw values.refused(PROXY, "it must have the form http://host:port");
    }
    return new OutboundRoute.Proxy(
        url.host(), url.port(), credentials == null ? null : credentials.clear());
  }
}
