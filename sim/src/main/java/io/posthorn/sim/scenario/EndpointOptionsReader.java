package io.posthorn.sim.scenario;

import io.posthorn.core.endpoint.EndpointOptions;
import io.posthorn.core.endpoint.FinalStatuses;
import io.posthorn.core.endpoint.OAuth2Client;
import io.posthorn.core.retry.RetryPolicy;
import io.posthorn.core.text.DurationText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the options of a scenario's endpoint: retry policy, final statuses, OAuth2 client.
 */
final class EndpointOptionsReader {
  private static final String FORMS =
      "Write \"unit\" and \"limit\", such as 30s and 8, or \"schedule\", such as [5s, 5m, 1h].";

  private static final OAuth2Client CLIENT =
      new OAuth2Client("https://login.example/token", "posthorn", new byte[] {1}, null, null);

  private final YamlFields endpoint;

  EndpointOptionsReader(YamlFields endpoint) {
    this.endpoint = endpoint;
  }

  EndpointOptions read() {
    return EndpointOptions.NONE
        .withRetry(retry())
        .withFinalStatuses(new FinalStatuses(statuses(), counted()))
        .withOAuth2(endpoint.has("token-server") ? CLIENT : null);
  }

  private @Nullable RetryPolicy retry() {
    YamlFields fields = endpoint.mapping("retry", List.of("unit", "limit", "schedule"));
    if (fields == null) {
      return null;
    }
    boolean listed = fields.has("schedule");
    if (listed == fields.has("unit") || listed == fields.has("limit")) {
      fields.wrong(FORMS);
      return null;
    }
    try {
      RetryPolicy policy =
          listed
              ? new RetryPolicy.Offsets(offsets(fields))
              : new RetryPolicy.Doubling(fields.duration("unit", 0), (int) fields.count("limit"));
      policy.rejection().ifPresent(why -> fields.wrong("The schedule " + why + "."));
      return policy;
    } catch (IllegalArgumentException e) {
      fields.wrong(FORMS);
      return null;
    }
  }

  private static List<Long> offsets(YamlFields fields) {
    return fields.texts("schedule").stream()
        .map(text -> DurationText.parseParts(text).orElse(0))
        .toList();
  }

  private List<Integer> statuses() {
    List<Integer> statuses = new ArrayList<>();
    for (String text : endpoint.texts("final-statuses")) {
      int status = text.matches("[0-9]{3}") ? Integer.parseInt(text) : 0;
      if (FinalStatuses.mayBeFinal(status)) {
        statuses.add(status);
      } else {
        endpoint.wrong(
            "final-statuses",
            "\""
                + text
                + "\" cannot be final. Write statuses from 300 to 599, but not 429 or 503.");
      }
    }
    return statuses;
  }

  private boolean counted() {
    String text = endpoint.text("count-final");
    if (text != null && !text.equals("true") && !text.equals("false")) {
      endpoint.wrong("count-final", "\"" + text + "\" is not valid. Write true or false.");
    }
    return !"false".equals(text);
  }
}
