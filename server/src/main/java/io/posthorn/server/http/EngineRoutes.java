package io.posthorn.server.http;

import io.posthorn.engine.EngineRoute;
import io.posthorn.server.http.limits.InboundConnection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Mounts the engine's own routes next to the API. */
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
        call -> answer(route.handler().handle(new Request(call))),
        route.queries(),
        !route.method().equals("GET"));
  }

  private static Answer answer(EngineRoute.Response response) {
    if (response.status() == 404) {
      return HttpServer.nothingHere();
    }
    if (response.status() >= 300) {
      return Answer.of(Problem.of(response.status(), "Refused", "The engine refused the request."));
    }
    Answer answer = Answer.text(response.status(), "application/octet-stream", response.body());
    for (Map.Entry<String, String> header : response.headers().entrySet()) {
      answer = answer.with(header.getKey(), header.getValue());
    }
    return answer;
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
