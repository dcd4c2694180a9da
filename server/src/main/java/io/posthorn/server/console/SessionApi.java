package io.posthorn.server.console;

import com.fasterxml.jackson.core.JsonGenerator;
import io.posthorn.core.directory.ApiKey;
import io.posthorn.core.directory.Role;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.input.FieldError;
import io.posthorn.engine.Engine;
import io.posthorn.engine.error.RefusedException;
import io.posthorn.server.access.AccessDeniedException;
import io.posthorn.server.access.Authenticator;
import io.posthorn.server.access.Caller;
import io.posthorn.server.access.Sessions;
import io.posthorn.server.http.Access;
import io.posthorn.server.http.Call;
import io.posthorn.server.http.CallResponse;
import io.posthorn.server.http.ErrorCode;
import io.posthorn.server.http.HttpServer;
import io.posthorn.server.http.Problem;
import io.posthorn.server.http.Route;
import io.posthorn.server.http.SessionCookie;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** {@code /console/session}: logs in with a key, shows the current session, and logs out. */
public final class SessionApi {
  private static final String PATH = "/console/session";
  private static final int LONGEST_KEY = 256;
  private static final int MOST_CUSTOMERS = 1_000;

  private final Engine engine;
  private final Authenticator authenticator;
  private final Sessions sessions;
  private final About about;
  private final LoginLimit limit;

  /** The facts about the server that the console shows. */
  public record About(String version, boolean development) {}

  public SessionApi(
      Engine engine, Authenticator authenticator, Sessions sessions, About about, Clock clock) {
    this.engine = engine;
    this.authenticator = authenticator;
    this.sessions = sessions;
    this.about = about;
    this.limit = new LoginLimit(clock);
  }

  public List<Route> routes() {
    return List.of(
        Route.post(PATH, Access.OPEN, this::open),
        Route.get(PATH, Access.OPEN, this::get),
        Route.delete(PATH, Access.OPEN, this::close));
  }

  private CallResponse open(Call call) {
    HttpServer.requireConsole(call);
    JsonForm fields = JsonForm.read(call.body());
    String key = fields.requiredText("key", LONGEST_KEY);
    fields.done();
    Caller caller;
    try {
      caller = authenticator.admit(Optional.of(key.strip()), call.address());
    } catch (AccessDeniedException e) {
      return refused(call, e);
    }
    if (caller.role() == Role.PRODUCER) {
      throw Problem.forbidden(
              "A producer key can only post events; log in with a viewer, manager or"
                  + " admin key.")
          .asException();
    }
    String session = sessions.open(caller.key().digest());
    return CallResponse.json(201, json -> who(json, caller.key()))
        .with("Set-Cookie", SessionCookie.holding(session, call.secure()))
        .with("Cache-Control", "no-store");
  }

  /** Responds without a session too, because the page calls it before it knows of one. */
  private CallResponse get(Call call) {
    return call.admitted()
        .map(caller -> CallResponse.ok(json -> who(json, caller.key())))
        .orElseGet(() -> CallResponse.empty(204))
        .with("Cache-Control", "no-store");
  }

  private CallResponse refused(Call call, AccessDeniedException denied) {
    Optional<Duration> wait = limit.failed(call.address());
    if (wait.isPresent()) {
      return CallResponse.of(
              Problem.of(ErrorCode.RATE_LIMITED, "Too many failed logins; retry in a minute."))
          .retryAfter(wait.get());
    }
    throw new Problem(
            ErrorCode.UNAUTHORIZED.status(),
            ErrorCode.UNAUTHORIZED,
            denied.detail(),
            List.of(new FieldError("/key", denied.detail())))
        .asException();
  }

  private CallResponse close(Call call) {
    HttpServer.requireConsole(call);
    return ended(call).with("Set-Cookie", SessionCookie.gone(call.secure()));
  }

  /** Clears the cookie in any case, even if not all nodes could be notified. */
  private CallResponse ended(Call call) {
    try {
      call.session().ifPresent(sessions::close);
      return CallResponse.empty(204);
    } catch (RefusedException e) {
      return HttpServer.refused(e);
    }
  }

  private void who(JsonGenerator json, ApiKey key) throws IOException {
    json.writeStartObject();
    json.writeObjectFieldStart("key");
    json.writeStringField("id", key.id());
    json.writeStringField("name", key.name());
    json.writeStringField("role", key.role().text());
    json.writeStringField("customerId", key.customerId() == null ? "*" : key.customerId());
    json.writeEndObject();
    json.writeArrayFieldStart("customers");
    for (String customer : customers(key)) {
      json.writeString(customer);
    }
    json.writeEndArray();
    json.writeStringField("version", about.version());
    json.writeBooleanField("development", about.development());
    json.writeEndObject();
  }

  /** Returns the customers that a key covers. */
  private List<String> customers(ApiKey key) {
    return key.customerId() == null
        ? engine.reads().customerIds("", MOST_CUSTOMERS).ids()
        : List.of(key.customerId());
  }
}
