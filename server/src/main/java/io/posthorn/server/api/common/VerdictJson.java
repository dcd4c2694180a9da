package io.posthorn.server.api.common;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.event.Event;
import io.posthorn.core.filter.FilterMismatch;
import io.posthorn.core.filter.Verdict;
import java.io.IOException;

/** The JSON of a verdict: whether a subscription matches an event, and what does not match. */
public final class VerdictJson {
  private VerdictJson() {}

  public static void write(JsonGenerator json, Verdict verdict) throws IOException {
    json.writeBooleanField("matches", verdict.matches());
    json.writeArrayFieldStart("refusals");
    for (FilterMismatch refusal : verdict.refusals()) {
      json.writeStartObject();
      json.writeStringField("pointer", refusal.pointer());
      json.writeStringField("fieldName", refusal.fieldName());
      json.writeStringField("comparison", refusal.comparison());
      json.writeStringField("expected", refusal.expected());
      json.writeStringField("saw", refusal.saw());
      if (refusal.reason() != null) {
        json.writeStringField("reason", refusal.reason());
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /** Writes the ordering key that the message of the event would have. */
  public static void writeOrderingKey(JsonGenerator json, boolean ordered, Event event)
      throws IOException {
    String objId = event.objId();
    json.writeStringField(
        "orderingKey", ordered && objId != null ? event.objCode() + "/" + objId : null);
  }
}
