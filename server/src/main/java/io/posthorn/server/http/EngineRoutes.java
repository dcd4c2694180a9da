package io.posthorn.server.http;

import io.posthorn.engine.EngineRoute;
import io.posthorn.server.http.limits.InboundConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The engine's own routes, mounted next to the API. */
public final class EngineRoutes {
  private EngineRoutes() {}

  public static List<Route> of(List<EngineRoute> routes) {
    return routes.stream().map(EngineRoutes::of).toList();
  }

  private static Route of(EngineRoute route) {
    return new Route(
        route.method(),
        route.path(),
        Access.OPEN,
        call -> response(route.handler().handle(new Request(call))),
        route.queries(),
        !route.method().equals("GET"));
  }

  private static CallResponse response(EngineRoute.Response given) {
    if (given.status() == 404) {
      return HttpServer.unknownPath();
    }
    if (given.status() >= 300) {
      return CallResponse.of(refused(given.status()));
    }
    CallResponse response =
        CallResponse.text(given.status(), "application/octet-stream", given.body());
    for (Map.Entry<String, String> header : given.headers().entrySet()) {
      response = response.with(header.getKey(), header.getValue());
    }
    return response;
  }

  /** Only other nodes call these routes; they read the status. */
  private static Problem refused(int status) {
    ErrorCode code =
        status == 401
            ? ErrorCode.UNAUTHORIZED
            : status >= 500 ? ErrorCode.UNAVAILABLE : ErrorCode.INVALID_REQUEST;
    return new Problem(status, code, "The engine refused the request.", List.of());
  }

  private record Request(Call call) implements EngineRoute.Request {
    @Override
    public String path(String name) {
      return call.path(name);
    }

    @Override
    public Optional<String> query(String name) {
      return call.query(name);
    }

    @Override
    public Optional<String> header(String name) {
      return call.header(name);
    }

    @Override
    public byte[] body(int mostBytes) {
      return call.body(mostBytes);
    }

    @Override
    public void admit() {
      InboundConnection.callerKnown();
    }
  }
}
