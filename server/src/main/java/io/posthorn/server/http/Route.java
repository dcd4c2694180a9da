package io.posthorn.server.http;

import java.util.List;

/**
 * One call that the server knows.
 *
 * @param path with parameters in braces, such as {@code /api/v1/messages/{id}}
 * @param queries the names that may stand behind the question mark
 * @param takesBody whether the handler reads a body; if not, one that says anything is refused
 */
public record Route(
    String method,
    String path,
    Access access,
    Handler handler,
    List<String> queries,
    boolean takesBody) {

  /** Answers a call. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Call call);
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

  /** The same with names that may stand behind the question mark. */
  public Route asking(String... names) {
    return new Route(method, path, access, handler, List.of(names), takesBody);
  }

  /** The same for a call that has nothing to say beside its path. */
  public Route withoutBody() {
    return new Route(method, path, access, handler, queries, false);
  }
}
