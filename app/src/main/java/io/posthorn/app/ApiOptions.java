package io.posthorn.app;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which server a command speaks to, and as whom. */
final class ApiOptions {
  static final String DEFAULT_URL = "http://127.0.0.1:8080";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server; default: POSTHORN_URL, else " + DEFAULT_URL + ".")
  private @Nullable String url;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "The API key; default: POSTHORN_KEY, which other users of this machine do not see.")
  private @Nullable String key;

  @Option(
      names = "--customer",
      paramLabel = "ID",
      description = "The customer, for a key of all customers.")
  private @Nullable String customer;

  @Nullable String customer() {
    return customer;
  }

  /** Whether anybody said which server, or as whom. */
  boolean nameServer(Map<String, String> environment) {
    return url != null
        || key != null
        || environment.containsKey("POSTHORN_URL")
        || environment.containsKey("POSTHORN_KEY");
  }

  ApiClient client(Map<String, String> environment) {
    String address = url != null ? url : environment.getOrDefault("POSTHORN_URL", DEFAULT_URL);
    return new ApiClient(address, key != null ? key : environment.get("POSTHORN_KEY"), customer);
  }
}
