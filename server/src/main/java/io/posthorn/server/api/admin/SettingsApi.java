package io.posthorn.server.api.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.server.api.common.CustomerScope;
import io.posthorn.server.api.common.ListAnswer;
import io.posthorn.server.http.Access;
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
        Route.get(
            "/api/v1/settings",
            Access.ADMINISTER,
            call -> {
              CustomerScope.everyCustomer(call);
              return ListAnswer.of(settings, null, SettingsApi::fields);
            }));
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
