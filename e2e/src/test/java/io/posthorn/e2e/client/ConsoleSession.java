package io.posthorn.e2e.client;

import io.posthorn.testkit.Await;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A console session, as a browser has it.
 *
 * @param cookie the session cookie
 */
public record ConsoleSession(String cookie) {
  private static final String PATH = "/console/session";

  /** Logs in as the console does, once the node knows the key. */
  public static ConsoleSession logIn(Api node, String key) {
    Api browser = node.withoutKey();
    AtomicReference<String> cookie = new AtomicReference<>("");
    Await.until(
        "logged in",
        () -> {
          TestResponse response =
              browser.call("POST", PATH, "{\"key\": \"" + key + "\"}", "X-Posthorn-Console", "1");
          response.header("Set-Cookie").ifPresent(set -> cookie.set(set.split(";", 2)[0]));
          return response.status() == 201;
        });
    return new ConsoleSession(cookie.get());
  }

  public void logOut(Api node) {
    node.withoutKey()
        .call("DELETE", PATH, null, "Cookie", cookie, "X-Posthorn-Console", "1")
        .expect(204);
  }

  public boolean holdsAt(Api node) {
    return status(node) == 200;
  }

  public boolean endedAt(Api node) {
    return status(node) == 401;
  }

  private int status(Api node) {
    return node.withoutKey().call("GET", "/api/v1/overview", null, "Cookie", cookie).status();
  }
}
