package io.posthorn.client;

import io.posthorn.client.model.AuditRecord;
import io.posthorn.client.model.CustomerOverview;
import io.posthorn.client.model.EncryptionKeyState;
import io.posthorn.client.model.HealthReport;
import io.posthorn.client.model.PauseStatus;
import io.posthorn.client.model.SettingValue;
import io.posthorn.client.model.StatsSeries;
import io.posthorn.client.request.AuditFilter;
import io.posthorn.client.request.StatsQuery;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The calls about the server as a whole: statistics, audit, settings, health, and the delivery
 * pause for all customers.
 */
public final class ServerCalls {
  private static final Pattern VERSION = Pattern.compile("(?m)^  version: (\\S+)$");

  private final ApiTransport transport;

  ServerCalls(ApiTransport transport) {
    this.transport = transport;
  }

  /** The customer's current state. */
  public CustomerOverview overview() {
    return transport.call(ApiRequest.get("overview"), CustomerOverview.class);
  }

  /** Statistics of the customer, or of one endpoint. */
  public StatsSeries stats(StatsQuery query) {
    return transport.call(ApiRequest.get("stats").with(query.parameters()), StatsSeries.class);
  }

  /** Statistics of each of the customer's endpoints. */
  public PagedList<StatsSeries.OfEndpoint> statsByEndpoint(StatsQuery query) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("stats")
                    .with(query.parameters())
                    .with("by", "endpoint")
                    .with("limit", limit)
                    .with("cursor", cursor),
                "endpoints",
                StatsSeries.OfEndpoint.class));
  }

  /** The audit log: every change made through the API, newest first. */
  public PagedList<AuditRecord> audit() {
    return audit(AuditFilter.all());
  }

  /** The part of the audit log that a filter selects, newest first. */
  public PagedList<AuditRecord> audit(AuditFilter filter) {
    return new PagedList<>(
        (limit, cursor) ->
            transport.page(
                ApiRequest.get("audit")
                    .with(filter.parameters())
                    .with("limit", limit)
                    .with("cursor", cursor),
                "data",
                AuditRecord.class));
  }

  /** The server's settings with their sources. */
  public List<SettingValue> settings() {
    return transport.all(ApiRequest.get("settings"), SettingValue.class);
  }

  /** Returns whether all deliveries are paused. */
  public PauseStatus delivery() {
    return transport.call(ApiRequest.get("delivery"), PauseStatus.class);
  }

  /** Pauses all deliveries, of all customers. */
  public PauseStatus pauseDelivery() {
    return transport.call(ApiRequest.post("delivery", "pause").repeatable(true), PauseStatus.class);
  }

  /** Resumes deliveries. */
  public PauseStatus resumeDelivery() {
    return transport.call(
        ApiRequest.post("delivery", "resume").repeatable(true), PauseStatus.class);
  }

  /** The encryption keys, and whether stored secrets need a previous one. */
  public EncryptionKeyState encryptionKey() {
    return transport.call(ApiRequest.get("encryption-key"), EncryptionKeyState.class);
  }

  /** Starts to encrypt all stored secrets with the current key. */
  public EncryptionKeyState reencrypt() {
    return transport.call(
        ApiRequest.post("encryption-key", "re-encrypt").repeatable(true), EncryptionKeyState.class);
  }

  /** Readiness: whether the server should receive traffic. */
  public HealthReport ready() {
    return health("/health/ready");
  }

  /** Liveness: whether the server should keep running. */
  public HealthReport live() {
    return health("/health/live");
  }

  /** {@code down} is a valid response: neither retried nor an error. */
  private HealthReport health(String path) {
    ApiRequest request = ApiRequest.getPlain(path).repeatable(false);
    try {
      return transport.call(request, HealthReport.class);
    } catch (ApiErrorException e) {
      if (e.status() != 503) {
        throw e;
      }
      try {
        return JsonMapping.read(
            JsonMapping.objectOrEmpty(e.body().getBytes(StandardCharsets.UTF_8)),
            HealthReport.class);
      } catch (IOException unreadable) {
        throw e;
      }
    }
  }

  /** The metrics in Prometheus' text format. */
  public String metrics() {
    return transport.send(ApiRequest.getPlain("/metrics")).text();
  }

  /** The OpenAPI document of the server. */
  public String openApi() {
    return transport.send(ApiRequest.get("openapi.yaml")).text();
  }

  /** The server's version, from its OpenAPI document. */
  public String version() {
    Matcher version = VERSION.matcher(openApi());
    return version.find() ? version.group(1) : "";
  }
}
