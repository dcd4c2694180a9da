package io.posthorn.server.console;

import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.util.List;

/**
 * {@code /docs}: the API reference, Swagger UI on the OpenAPI document of this server. Like the
 * document, it needs no key; the calls that a reader tries out do.
 */
public final class ReferencePages {
  /** The files, loaded with the first page: compressing them would delay every start. */
  private static final class Loaded {
    static final Assets ASSETS = Assets.reference();
  }

  public List<Route> routes() {
    return List.of(
        Route.get("/docs", Access.OPEN, call -> AssetResponse.page(call, Loaded.ASSETS)),
        Route.get("/docs/{+path}", Access.OPEN, call -> AssetResponse.file(call, Loaded.ASSETS)));
  }
}
