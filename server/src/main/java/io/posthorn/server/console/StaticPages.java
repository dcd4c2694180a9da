package io.posthorn.server.console;

import io.posthorn.server.http.Access;
import io.posthorn.server.http.Route;
import java.util.List;

/**
 * The pages that are the same for everyone: {@code /} with the files of the console, and {@code
 * /docs}, the API reference (Swagger UI on the OpenAPI document of this server). They contain no
 * secrets and need no key; the calls that they make do.
 */
public final class StaticPages {
  private StaticPages() {}

  /** The console's files, loaded with the first page: compressing them would delay every start. */
  private static final class Console {
    static final Assets ASSETS = Assets.console();
  }

  /** The reference's files, loaded likewise. */
  private static final class Reference {
    static final Assets ASSETS = Assets.reference();
  }

  public static List<Route> routes() {
    return List.of(
        Route.get("/", Access.OPEN, call -> AssetResponse.page(call, Console.ASSETS)),
        Route.get(
            "/console/{+path}", Access.OPEN, call -> AssetResponse.file(call, Console.ASSETS)),
        Route.get("/docs", Access.OPEN, call -> AssetResponse.page(call, Reference.ASSETS)),
        Route.get(
            "/docs/{+path}", Access.OPEN, call -> AssetResponse.file(call, Reference.ASSETS)));
  }
}
