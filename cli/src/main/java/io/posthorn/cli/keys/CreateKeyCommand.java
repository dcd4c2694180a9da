package io.posthorn.cli.keys;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.options.DurationOption;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.KeyDetails;
import io.posthorn.client.request.NewKey;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code posthorn keys create}, which uses a running server. */
@Command(
    name = "create",
    description = {
      "Creates a key and prints it. It is shown only once: the server stores only its hash.",
      "",
      "Roles: admin (everything), manager (everything except administration), producer (posts"
          + " events),",
      "viewer (reads everything except secrets)."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn keys create --role producer --name shop",
      "  posthorn keys create --role viewer --scope acme --expires-in 30d"
    })
public class CreateKeyCommand extends ApiCommand {
  @ArgGroup(multiplicity = "1")
  private Rank rank = new Rank();

  @Option(
      names = "--name",
      paramLabel = "NAME",
      description = "A name to recognise the key by; default: its role.")
  private @Nullable String name;

  @Option(
      names = "--scope",
      paramLabel = "CUSTOMER",
      description = "The key's customer, or * for all; default: --customer, else default.")
  private @Nullable String scope;

  @Option(
      names = "--expires-in",
      paramLabel = "TIME",
      converter = DurationOption.class,
      description = "The key's lifetime, such as 30d; default: until it is revoked.")
  private @Nullable Duration expiresIn;

  /** The role options. */
  static final class Rank {
    @Option(names = "--role", paramLabel = "ROLE", description = "The key's role; see above.")
    @Nullable String role;

    @Option(names = "--admin", description = "Short for --role admin --scope '*'.")
    boolean admin;
  }

  public CreateKeyCommand() {
    this(CommandContext.real());
  }

  public CreateKeyCommand(CommandContext context) {
    super(context);
  }

  /** Returns whether {@code --admin} was given. */
  protected final boolean isAdmin() {
    return rank.admin;
  }

  protected final boolean hasScope() {
    return scope != null;
  }

  /** Its name, or its role. */
  protected final String keyName() {
    return name == null ? role() : name;
  }

  protected final @Nullable Instant expiresAt() {
    return expiresIn == null ? null : times().now().plus(expiresIn);
  }

  private String role() {
    return rank.role == null ? "admin" : rank.role;
  }

  @Override
  protected final int run(PosthornClient posthorn) {
    if (rank.admin && scope != null) {
      throw usage("--admin is for all customers; with --scope, use --role admin.");
    }
    String customerId = rank.admin ? KeyDetails.ALL_CUSTOMERS : scope();
    KeyDetails key = posthorn.keys().create(new NewKey(keyName(), role(), customerId, expiresAt()));
    if (isTable()) {
      print(String.valueOf(key.key()), key.id(), key.roleName(), key.customerId());
    } else {
      printDocument(response());
    }
    return DONE;
  }

  /** Prints only the key to standard output, so that a script can capture it. */
  protected final void print(String key, String id, String role, String customerId) {
    String whom =
        customerId.equals(KeyDetails.ALL_CUSTOMERS) ? "all customers" : "customer " + customerId;
    out().println(Printable.line(key));
    err()
        .println(
            Printable.line(
                "%s: %s for %s. Save the key now: it is not shown again."
                    .formatted(id, role, whom)));
  }

  private String scope() {
    String customer = customer();
    if (scope != null) {
      return scope;
    }
    return customer == null ? "default" : customer;
  }
}
