package io.posthorn.e2e;

import io.posthorn.e2e.harness.Api;
import io.posthorn.e2e.harness.Heard;
import io.posthorn.e2e.harness.Patience;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A person's session of the console, as a browser has it.
 *
 * @param cookie what the browser sends back
 */
record Session(String cookie) {
  private static final String PATH = "/console/session";

  /** Logs in as the console does, once the node knows the key. */
  static Session logIn(Api node, String key) {
    Api browser = node.withoutKey();
    AtomicReference<String> cookie = new AtomicReference<>("");
    Patience.until(
        "logged in",
        () -> {
          Heard heard =
              browser.call("POST", PATH, "{\"key\": \"" + key + "\"}", "X-Posthorn-Console", "1");
          heard.header("Set-Cookie").ifPresent(set -> cookie.set(set.split(";", 2)[0]));
          return heard.status() == 201;
        });
    return new Session(cookie.get());
  }

  void logOut(Api node) {
    node.withoutKey()
        .call("DELETE", PATH, null, "Cookie", cookie, "X-Posthorn-Console", "1")
        .expect(204);
  }

  boolean holdsAt(Api node) {
    return status(node) == 200;
  }

  boolean endedAt(Api node) {
    return status(node) == 401;
  }

  private int status(Api node) {
    return node.withoutKey().call("GET", "/api/v1/overview", null, "Cookie", cookie).status();
  }
}
