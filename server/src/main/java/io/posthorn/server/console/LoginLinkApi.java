package io.posthorn.server.console;

import io.posthorn.server.access.LoginLinks;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.SessionCookie;
import java.util.List;

/**
 * {@code GET /console/login/{token}}: opens a session for a token of {@link LoginLinks} and leads
 * to the console. Without a valid token it leads to the login page, which says why and asks for a
 * key.
 */
public final class LoginLinkApi {
  private static final String PATH = "/console/login/";

  /** The console's address after a link that is used, expired or unknown. */
  private static final String REFUSED = "/#/?loginLink=refused";

  private final LoginLinks links;
  private final Sessions sessions;

  public LoginLinkApi(LoginLinks links, Sessions sessions) {
    this.links = links;
    this.sessions = sessions;
  }

  /** The path of a token's link. */
  public static String path(String token) {
    return PATH + token;
  }

  public List<Route> routes() {
    return List.of(Route.get(PATH + "{token}", Access.OPEN, this::open));
  }

  private CallResponse open(Call call) {
    return links
        .redeem(call.path("token"))
        .map(sessions::open)
        .map(session -> SessionCookie.holding(session, call.secure()))
        .map(cookie -> redirect("/").with("Set-Cookie", cookie))
        .orElseGet(() -> redirect(REFUSED));
  }

  private static CallResponse redirect(String location) {
    return CallResponse.empty(303)
        .with("Location", location)
        .with("Cache-Control", "no-store")
        .with("Referrer-Policy", "no-referrer");
  }
}
