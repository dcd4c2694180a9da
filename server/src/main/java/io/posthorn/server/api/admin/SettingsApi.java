package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.ListResponse;
import io.posthorn.server.api.common.QueryParameters;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import io.posthorn.server.settings.Configuration.ListedSetting;
import java.io.IOException;
import java.util.List;

/** {@code GET /settings}: the settings with their sources. Changing them needs a restart. */
public final class SettingsApi {
  private final List<ListedSetting> settings;

  public SettingsApi(List<ListedSetting> settings) {
    this.settings = settings;
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/api/v1/settings", Access.ADMINISTER, this::list).asking("limit", "cursor"));
  }

  private CallResponse list(Call call) {
    CustomerScope.everyCustomer(call);
    int limit = call.limit();
    int from = call.query("cursor").map(this::behind).orElse(0);
    int to = Math.min(settings.size(), from + limit);
    List<ListedSetting> page = settings.subList(from, to);
    return ListResponse.of(
        page, to < settings.size() ? page.getLast().key() : null, SettingsApi::fields);
  }

  /** Returns the index after a setting; the cursor is the key of the last one shown. */
  private int behind(String cursor) {
    for (int i = 0; i < settings.size(); i++) {
      if (settings.get(i).key().equals(cursor)) {
        return i + 1;
      }
    }
    throw QueryParameters.badCursor(cursor);
  }

  private static void fields(JsonGenerator json, ListedSetting setting) throws IOException {
    json.writeStringField("key", setting.key());
    json.writeStringField("value", setting.value());
    json.writeBooleanField("isSet", setting.isSet());
    json.writeStringField("source", setting.source());
    json.writeStringField("variable", setting.variable());
    json.writeStringField("description", setting.description());
  }
}
