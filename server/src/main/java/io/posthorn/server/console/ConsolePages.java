package io.posthorn.server.console;

import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.util.List;

/** {@code /} and the files of the console. They contain no secrets and need no key. */
public final class ConsolePages {
  /** The files, loaded with the first page: compressing them would delay every start. */
  private static final class Loaded {
    static final Assets ASSETS = Assets.console();
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/", Access.OPEN, call -> AssetResponse.page(call, Loaded.ASSETS)),
        Route.get(
            "/console/{+path}", Access.OPEN, call -> AssetResponse.file(call, Loaded.ASSETS)));
  }
}
