package io.posthorn.server.http;

import java.util.List;

/**
 * A route: a method, a path and its handler.
 *
 * @param path with parameters in braces, such as {@code /api/v1/messages/{id}}
 * @param queries the names of the query parameters
 * @param takesBody whether the handler reads a body; if not, a body is refused
 */
public record Route(
    String method,
    String path,
    Access access,
    Handler handler,
    List<String> queries,
    boolean takesBody) {

  /** Handles a call. */
  @FunctionalInterface
  public interface Handler {
    CallResponse handle(Call call);
  }

  public static Route get(String path, Access access, Handler handler) {
    return new Route("GET", path, access, handler, List.of(), false);
  }

  public static Route post(String path, Access access, Handler handler) {
    return new Route("POST", path, access, handler, List.of(), true);
  }

  public static Route put(String path, Access access, Handler handler) {
    return new Route("PUT", path, access, handler, List.of(), true);
  }

  public static Route patch(String path, Access access, Handler handler) {
    return new Route("PATCH", path, access, handler, List.of(), true);
  }

  public static Route delete(String path, Access access, Handler handler) {
    return new Route("DELETE", path, access, handler, List.of(), false);
  }

  /** Returns a copy with query parameters. */
  public Route asking(String... names) {
    return new Route(method, path, access, handler, List.of(names), takesBody);
  }

  /** Returns a copy that takes no body. */
  public Route withoutBody() {
    return new Route(method, path, access, handler, queries, false);
  }
}
