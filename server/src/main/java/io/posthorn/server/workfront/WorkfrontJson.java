package io.posthorn.server.workfront;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.shard.read.EndpointView;
import io.posthorn.core.subscription.Subscription;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/**
 * The JSON of subscriptions in Workfront's format. Times are ISO 8601 in UTC with six decimals and
 * no zone, such as {@code 2024-04-11T17:10:10.305981}.
 */
final class WorkfrontJson {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS").withZone(ZoneOffset.UTC);

  private WorkfrontJson() {}

  static void write(JsonGenerator json, Subscription subscription, EndpointView endpoint)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("id", subscription.id().toString());
    json.writeStringField("date_created", time(subscription.createdAt()));
    json.writeStringField("date_modified", time(subscription.modifiedAt()));
    json.writeStringField("version", subscription.version().text());
    json.writeStringField("dateVersionUpdated", time(subscription.versionSwitchedAt()));
    json.writeStringField("customerId", subscription.customerId());
    json.writeStringField("objId", subscription.objId());
    json.writeStringField("objCode", subscription.objCode());
    json.writeStringField("url", subscription.url().text());
    json.writeStringField("eventType", subscription.eventType());
    json.writeStringField("authToken", subscription.authTokenHint());
    json.writeFieldName("filters");
    json.writeRawValue(subscription.filters().canonical());
    json.writeStringField("filterConnector", subscription.filters().connector().name());
    json.writeBooleanField("base64Encoding", subscription.base64());
    json.writeObjectFieldStart("subscription_url");
    json.writeStringField("url", endpoint.url().text());
    json.writeStringField("date_created", time(endpoint.createdAt()));
    json.writeNumberField("successes", endpoint.successes());
    json.writeNumberField("failures", endpoint.failures());
    json.writeStringField("disabled_at", time(endpoint.disabledAt()));
    json.writeStringField("frozen_at", time(endpoint.frozenAt()));
    json.writeEndObject();
    json.writeEndObject();
  }

  static void writeListed(JsonGenerator json, Subscription subscription) throws IOException {
    json.writeStartObject();
    json.writeStringField("id", subscription.id().toString());
    json.writeStringField("customer_id", subscription.customerId());
    json.writeStringField("obj_id", subscription.objId());
    json.writeStringField("obj_code", subscription.objCode());
    json.writeStringField("url", subscription.url().text());
    json.writeStringField("event_type", subscription.eventType());
    json.writeStringField("auth_token", subscription.authTokenHint());
    json.writeEndObject();
  }

  /** Formats a time; null for 0. */
  private static @Nullable String time(long millis) {
    return millis == 0 ? null : TIME.format(Instant.ofEpochMilli(millis));
  }
}
