package io.posthorn.server.api.subscription;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.input.FieldError;
import io.posthorn.core.subscription.Subscription;
import io.posthorn.server.api.common.TimeJson;
import java.io.IOException;

/** The JSON of subscriptions. */
final class SubscriptionJson {
  private SubscriptionJson() {}

  static void write(JsonGenerator json, Subscription subscription) throws IOException {
    json.writeStartObject();
    fields(json, subscription);
    json.writeEndObject();
  }

  /** Writes a saved subscription with its warnings and the signing secret of its endpoint. */
  static void write(JsonGenerator json, SubscriptionService.Saved saved, String signingSecret)
      throws IOException {
    json.writeStartObject();
    fields(json, saved.subscription());
    json.writeStringField("signingSecret", signingSecret);
    json.writeArrayFieldStart("warnings");
    for (FieldError warning : saved.warnings()) {
      json.writeStartObject();
      json.writeStringField("pointer", warning.pointer());
      json.writeStringField("detail", warning.detail());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  static void fields(JsonGenerator json, Subscription subscription) throws IOException {
    json.writeStringField("id", subscription.id().toString());
    json.writeStringField("customerId", subscription.customerId());
    json.writeStringField("endpointId", subscription.endpointId().toString());
    json.writeStringField("objCode", subscription.objCode());
    json.writeStringField("eventType", subscription.eventType());
    json.writeStringField("objId", subscription.objId());
    json.writeStringField("url", subscription.url().text());
    json.writeStringField("authToken", subscription.authTokenHint());
    json.writeFieldName("filters");
    json.writeRawValue(subscription.filters().canonical());
    json.writeStringField("filterConnector", subscription.filters().connector().name());
    json.writeBooleanField("base64Encoding", subscription.base64());
    json.writeStringField("version", subscription.version().text());
    json.writeStringField("format", subscription.format().text());
    json.writeStringField("description", subscription.description());
    json.writeStringField("ordering", subscription.ordered() ? "object" : null);
    TimeJson.write(json, "createdAt", subscription.createdAt());
    TimeJson.write(json, "modifiedAt", subscription.modifiedAt());
    TimeJson.write(json, "versionSwitchedAt", subscription.versionSwitchedAt());
  }
}
