package io.posthorn.cli;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that name the server, the API key and the customer. */
public final class ServerOptions {
  public static final String DEFAULT_URL = "http://127.0.0.1:8080";

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "The server's URL; default: POSTHORN_URL, else " + DEFAULT_URL + ".")
  private @Nullable String url;

  @Option(
      names = "--key",
      paramLabel = "KEY",
      description =
          "The API key; default: POSTHORN_KEY, which other users of this machine cannot see.")
  private @Nullable String key;

  @Option(
      names = "--customer",
      paramLabel = "ID",
      description =
          "The customer to act for, if the key is for all customers; default: POSTHORN_CUSTOMER.")
  private @Nullable String customer;

  @Nullable String customer(Map<String, String> environment) {
    return customer != null ? customer : environment.get("POSTHORN_CUSTOMER");
  }

  /** Returns whether the server or the key is given by an option or the environment. */
  public boolean nameServer(Map<String, String> environment) {
    return url != null
        || key != null
        || environment.containsKey("POSTHORN_URL")
        || environment.containsKey("POSTHORN_KEY");
  }

  String url(Map<String, String> environment) {
    return url != null ? url : environment.getOrDefault("POSTHORN_URL", DEFAULT_URL);
  }

  @Nullable String key(Map<String, String> environment) {
    return key != null ? key : environment.get("POSTHORN_KEY");
  }
}
