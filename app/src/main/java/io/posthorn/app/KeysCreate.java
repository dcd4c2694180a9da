package io.posthorn.app;

import io.posthorn.server.http.JsonBody;
import io.posthorn.server.node.StartException;
import io.posthorn.server.node.StoppedStore;
import io.posthorn.server.settings.Configuration;
import io.posthorn.server.settings.Settings;
import io.posthorn.server.settings.SettingsException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * The command {@code posthorn keys create}, by way of a running server; an admin's key can be made
 * on a stopped store as well.
 */
@Command(
    name = "create",
    description = {
      "Makes a key and prints it. It is shown this once: the server keeps only its hash.",
      "",
      "Roles: admin (everything), manager (all of its customer), producer (may only post events),",
      "viewer (reads, no secrets).",
      "",
      "Where neither a server nor a key is named, --admin makes the key on the stopped store of",
      "data.dir: for whoever has no admin key any more."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys create --role viewer --scope acme --expires-in 30d",
      "  posthorn keys create --admin --config posthorn.yaml     while the server is stopped"
    })
final class KeysCreate extends ApiCommand {
  private static final String EVERYONE = "*";

  @ArgGroup(multiplicity = "1")
  private Rank rank = new Rank();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "What it is for, to be told from others; default: its role.")
  private @Nullable String name;

  @Option(
      names = "--scope",
      paramLabel = "CUSTOMER",
      description = "Its customer, or * for all; default: --customer, else default.")
  private @Nullable String scope;

  @Option(
      names = "--expires-in",
      paramLabel = "TIME",
      converter = DurationText.class,
      description = "How long it holds, such as 30d; default: until it is revoked.")
  private @Nullable Duration expiresIn;

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "The settings (YAML) of the stopped server, for --admin.")
  private @Nullable Path config;

  /** What the key may do. */
  static final class Rank {
    @Option(names = "--role", paramLabel = "ROLE", description = "The role, see above.")
    @Nullable String role;

    @Option(names = "--admin", description = "Short for --role admin --scope '*'.")
    boolean admin;
  }

  KeysCreate() {
    this(Surroundings.real());
  }

  KeysCreate(Surroundings surroundings) {
    super(surroundings);
  }

  @Override
  boolean needsServer() {
    if (config != null && !rank.admin) {
      throw usage("--config is for --admin on a stopped store: leave it out.");
    }
    return !rank.admin
        || (config == null && options().nameServer(surroundings.environment()))
        || scope != null;
  }

  @Override
  int runWithoutServer() throws ApiException {
    try {
      Settings settings = Configuration.load(config, surroundings.environment()).settings();
      long expiresAt = expiresIn == null ? 0 : moments().now().plus(expiresIn).toEpochMilli();
      StoppedStore.MadeKey made =
          new StoppedStore(settings, surroundings.clock())
              .createAdminKey(name == null ? "admin" : name, expiresAt);
      print(made.text().clear(), made.key().id(), "admin", EVERYONE);
      return DONE;
    } catch (SettingsException | StartException e) {
      throw new ApiException(String.valueOf(e.getMessage()));
    }
  }

  @Override
  int run(ApiClient api) throws ApiException, InterruptedException {
    if (rank.admin && scope != null) {
      throw usage("--admin is for all customers: say --role admin for a --scope.");
    }
    ApiReply reply = api.post(ApiPath.of("keys"), wish());
    if (json()) {
      out().println(reply.raw());
      return DONE;
    }
    ApiObject key = reply.object();
    print(key.text("key"), key.text("id"), key.text("role"), key.text("customerId"));
    return DONE;
  }

  private void print(String key, String id, String role, String customerId) {
    out().println(Printable.line(key));
    err()
        .println(
            Printable.line(
                "%s: %s for %s. Keep it: it is shown this once."
                    .formatted(id, role, whom(customerId))));
  }

  private JsonBody wish() {
    String role = rank.role == null ? "admin" : rank.role;
    return json -> {
      json.writeStartObject();
      json.writeStringField("name", name == null ? role : name);
      json.writeStringField("role", role);
      json.writeStringField("customerId", rank.admin ? EVERYONE : scope());
      if (expiresIn != null) {
        json.writeStringField("expiresAt", moments().now().plus(expiresIn).toString());
      }
      json.writeEndObject();
    };
  }

  private String scope() {
    String customer = options().customer();
    if (scope != null) {
      return scope;
    }
    return customer == null ? "default" : customer;
  }

  static String whom(String customerId) {
    return customerId.equals(EVERYONE) ? "all customers" : "customer " + customerId;
  }
}
