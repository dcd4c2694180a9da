package io.posthorn.cli.subscriptions;

import io.posthorn.cli.ApiCommand;
import io.posthorn.cli.CommandContext;
import io.posthorn.cli.events.DryRunLines;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.DryRunResult.Verdict;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code posthorn subscriptions dry-run}. */
@Command(
    name = "dry-run",
    description = {
      "Shows which events a subscription would match.",
      "",
      "Takes an existing subscription, or options as posthorn subscriptions create does. Uses the",
      "last 20 events, or --event. Nothing is stored or sent."
    },
    footer = {
      "",
      "Examples:",
      "  posthorn subscriptions dry-run sub_...",
      "  posthorn subscriptions dry-run --obj-code TASK --event-type UPDATE \\",
      "    --filter 'status eq INP' --event '{\"objCode\":\"TASK\",\"eventType\":\"UPDATE\"}'"
    })
public final class DryRunSubscriptionCommand extends ApiCommand {
  /** A draft needs a URL, which a dry run does not call. */
  private static final String ANY_URL = "https://receiver.example/";

  @Parameters(arity = "0..1", paramLabel = "ID", description = "An existing subscription.")
  private @Nullable String id;

  @Mixin private SubscriptionFields fields = new SubscriptionFields();

  @Option(
      names = "--event",
      paramLabel = "JSON",
      description = "The event to try, as JSON, or - for standard input.")
  private @Nullable String event;

  public DryRunSubscriptionCommand() {
    this(CommandContext.real());
  }

  public DryRunSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  protected int run(PosthornClient posthorn) {
    NewSubscription draft = draft(posthorn);
    List<Verdict> verdicts =
        event == null
            ? posthorn.subscriptions().dryRun(draft)
            : posthorn.subscriptions().dryRun(draft, event(event));
    print(() -> lines(verdicts));
    return DONE;
  }

  private NewSubscription draft(PosthornClient posthorn) {
    if (id != null) {
      checkId(id, "sub_", "subscription", "posthorn subscriptions");
      return SubscriptionRequests.of(posthorn.subscriptions().get(id));
    }
    if (fields.objCode == null || fields.eventType == null) {
      throw usage("Missing subscription: give an ID, or --obj-code and --event-type.");
    }
    return SubscriptionRequests.create(
        fields,
        fields.objCode,
        fields.eventType,
        Objects.requireNonNullElse(fields.url, ANY_URL),
        this::valueOrInput);
  }

  private NewEvent event(String json) {
    try {
      return NewEvent.ofJson(valueOrInput(json));
    } catch (IllegalArgumentException e) {
      throw usage("--event: " + e.getMessage());
    }
  }

  private static List<String> lines(List<Verdict> verdicts) {
    if (verdicts.isEmpty()) {
      return List.of("There are no events to try; give one with --event.");
    }
    return verdicts.stream()
        .flatMap(verdict -> DryRunLines.of(subject(verdict), verdict.matches(), verdict.refusals()))
        .toList();
  }

  private static String subject(Verdict verdict) {
    String objId = Objects.requireNonNullElse(verdict.objId(), "");
    String event =
        String.join(" ", verdict.id(), verdict.eventType(), verdict.objCode(), objId).strip();
    return event + DryRunLines.order(verdict.orderingKey());
  }

  @Override
  protected Map<String, String> flagNames() {
    return SubscriptionFields.FLAG_NAMES;
  }
}
