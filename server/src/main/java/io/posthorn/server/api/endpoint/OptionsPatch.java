package io.posthorn.server.api.endpoint;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.json.JsonValue;
import io.posthorn.core.json.JsonValue.JsonArray;
import io.posthorn.core.json.JsonValue.JsonNull;
import io.posthorn.core.json.JsonValue.JsonNumber;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** The options of an endpoint in a PATCH, and their JSON. */
final class OptionsPatch {
  private final JsonForm fields;

  OptionsPatch(JsonForm fields) {
    this.fields = fields;
  }

  EndpointOptions applyTo(EndpointOptions before) {
    return before
        .withRetry(fields.has("retry") ? RetryPolicyForm.read(fields) : before.retry())
        .withFinalStatuses(finalStatuses(before.finalStatuses()));
  }

  private FinalStatuses finalStatuses(FinalStatuses before) {
    List<Integer> statuses = fields.has("finalStatuses") ? statuses() : before.statuses();
    boolean counted =
        fields.has("countFinal") ? fields.flag("countFinal").orElse(true) : before.counted();
    return new FinalStatuses(statuses, counted);
  }

  private List<Integer> statuses() {
    JsonValue value = fields.take("finalStatuses");
    if (value instanceof JsonNull) {
      return List.of();
    }
    List<Integer> statuses = new ArrayList<>();
    if (value instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        int status = status(each);
        if (FinalStatuses.mayBeFinal(status)) {
          statuses.add(status);
        } else {
          break;
        }
      }
      if (statuses.size() == array.elements().size()) {
        return statuses;
      }
    }
    fields.wrong(
        "finalStatuses",
        "must be an array of statuses from 300 to 599, such as [400, 410, 413]; 429 and 503 ask for"
            + " a later attempt and cannot be final.");
    return List.of();
  }

  private static int status(JsonValue value) {
    try {
      return value instanceof JsonNumber number ? Integer.parseInt(number.value().toString()) : 0;
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  static void write(JsonGenerator json, EndpointOptions options) throws IOException {
    RetryPolicyForm.write(json, options.retry());
    json.writeArrayFieldStart("finalStatuses");
    for (int status : options.finalStatuses().statuses()) {
      json.writeNumber(status);
    }
    json.writeEndArray();
    json.writeBooleanField("countFinal", options.finalStatuses().counted());
  }
}
