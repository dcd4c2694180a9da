package io.posthorn.server.routes;

import io.posthorn.engine.Engine;
import io.posthorn.sender.AuthorizationStyle;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.api.admin.SettingsApi;
import io.posthorn.server.api.message.RequestJson;
import io.posthorn.server.console.LiveBroadcaster;
import io.posthorn.server.console.LiveStream;
import io.posthorn.server.console.SessionApi;
import io.posthorn.server.console.StaticPages;
import io.posthorn.server.http.Route;
import io.posthorn.server.secrets.SecretBox;
import io.posthorn.server.settings.Configuration;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * The routes of the console: sessions, the live stream, the settings, the pages and the API
 * reference.
 */
public record ConsoleRoutes(Configuration configuration, String version) {

  /** Creates the JSON of requests to receivers. */
  public RequestJson request(SecretBox box) {
    return new RequestJson(
        box,
        "Posthorn/" + version,
        configuration.settings().delivery().authorization() == AuthorizationStyle.RAW);
  }

  public List<Route> routes(
      Engine engine,
      Authenticator authenticator,
      Sessions sessions,
      LiveBroadcaster live,
      Clock clock) {
    SessionApi.About about = new SessionApi.About(version, configuration.isDevelopment());
    List<Route> routes = new ArrayList<>();
    routes.addAll(new SettingsApi(configuration.listing()).routes());
    routes.addAll(new SessionApi(engine, authenticator, sessions, about, clock).routes());
    routes.addAll(new LiveStream(live, engine.runsEveryShard()).routes());
    routes.addAll(StaticPages.routes());
    return routes;
  }
}
