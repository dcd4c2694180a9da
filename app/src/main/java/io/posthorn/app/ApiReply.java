package io.posthorn.app;

import java.nio.charset.StandardCharsets;

/** What the API answered to a call that it took. */
record ApiReply(byte[] body, ApiObject object) {
  /** As it came, for scripts. */
  String raw() {
    return new String(body, StandardCharsets.UTF_8).strip();
  }
}
