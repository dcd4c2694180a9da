package io.posthorn.sender;

import io.posthorn.core.message.MessageBody;
import io.posthorn.sender.guard.AllowedTargets;
import io.posthorn.sender.http1.OutboundRoute;
import io.posthorn.sender.http1.ResponseLimits;
import io.posthorn.sender.tls.TlsSettings;
import java.time.Duration;

/**
 * The settings of outbound requests.
 *
 * @param timeout from the start of an attempt to the response's head, unless the endpoint sets its
 *     own
 * @param httpsOnly whether plain http is limited to allowed targets
 * @param cloudEventsSource the start of the attribute {@code source} of CloudEvents
 * @param route the way of connections: a proxy, a local address
 */
public record SenderSettings(
    Duration timeout,
    ResponseLimits response,
    AuthorizationStyle authorization,
    AllowedTargets allowedTargets,
    boolean httpsOnly,
    TlsSettings tls,
    String userAgent,
    String cloudEventsSource,
    OutboundRoute route) {
  public static final SenderSettings DEFAULT =
      new SenderSettings(
          Duration.ofSeconds(5),
          ResponseLimits.DEFAULT,
          AuthorizationStyle.BEARER,
          AllowedTargets.NONE,
          true,
          TlsSettings.NONE,
          "Posthorn",
          MessageBody.DEFAULT_SOURCE,
          OutboundRoute.DIRECT);

  public SenderSettings withTimeout(Duration other) {
    return new SenderSettings(
        other,
        response,
        authorization,
        allowedTargets,
        httpsOnly,
        tls,
        userAgent,
        cloudEventsSource,
        route);
  }

  public SenderSettings withResponse(ResponseLimits other) {
    return new SenderSettings(
        timeout,
        other,
        authorization,
        allowedTargets,
        httpsOnly,
        tls,
        userAgent,
        cloudEventsSource,
        route);
  }

  public SenderSettings withAuthorization(AuthorizationStyle other) {
    return new SenderSettings(
        timeout,
        response,
        other,
        allowedTargets,
        httpsOnly,
        tls,
        userAgent,
        cloudEventsSource,
        route);
  }

  public SenderSettings withAllowedTargets(AllowedTargets other) {
    return new SenderSettings(
        timeout,
        response,
        authorization,
        other,
        httpsOnly,
        tls,
        userAgent,
        cloudEventsSource,
        route);
  }

  public SenderSettings withHttpsOnly(boolean other) {
    return new SenderSettings(
        timeout,
        response,
        authorization,
        allowedTargets,
        other,
        tls,
        userAgent,
        cloudEventsSource,
        route);
  }

  public SenderSettings withTls(TlsSettings other) {
    return new SenderSettings(
        timeout,
        response,
        authorization,
        allowedTargets,
        httpsOnly,
        other,
        userAgent,
        cloudEventsSource,
        route);
  }

  /** Sets {@code User-Agent: Posthorn/<version>}. */
  public SenderSettings withVersion(String version) {
    return new SenderSettings(
        timeout,
        response,
        authorization,
        allowedTargets,
        httpsOnly,
        tls,
        "Posthorn/" + version,
        cloudEventsSource,
        route);
  }

  public SenderSettings withCloudEventsSource(String other) {
    return new SenderSettings(
        timeout, response, authorization, allowedTargets, httpsOnly, tls, userAgent, other, route);
  }

  public SenderSettings withRoute(OutboundRoute other) {
    return new SenderSettings(
        timeout,
        response,
        authorization,
        allowedTargets,
        httpsOnly,
        tls,
        userAgent,
        cloudEventsSource,
        other);
  }
}
