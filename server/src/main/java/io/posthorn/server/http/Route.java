package io.posthorn.server.http;

/**
 * One call that the server knows.
 *
 * @param path with parameters in braces, such as {@code /api/v1/messages/{id}}
 */
public record Route(String method, String path, Access access, Handler handler) {

  /** Answers a call. */
  @FunctionalInterface
  public interface Handler {
    Answer handle(Call call);
  }

  public static Route get(String path, Access access, Handler handler) {
    return new Route("GET", path, access, handler);
  }

  public static Route post(String path, Access access, Handler handler) {
    return new Route("POST", path, access, handler);
  }

  public static Route put(String path, Access access, Handler handler) {
    return new Route("PUT", path, access, handler);
  }

  public static Route patch(String path, Access access, Handler handler) {
    return new Route("PATCH", path, access, handler);
  }

  public static Route delete(String path, Access access, Handler handler) {
    return new Route("DELETE", path, access, handler);
  }
}
