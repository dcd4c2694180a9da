package io.posthorn.cli.subscriptions;

import io.posthorn.cli.CommandContext;
import io.posthorn.cli.terminal.Printable;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.TestResult;
import java.util.Locale;
import picocli.CommandLine.Command;

/** The command {@code posthorn subscriptions test}. */
@Command(
    name = "test",
    description = {
      "Sends a sample to a subscription's URL now.",
      "",
      "It is not a message: it affects neither circuit nor statistics. The exit code is 1 unless the",
      "receiver responds with 2xx."
    },
    footer = {"", "Examples:", "  posthorn subscriptions test sub_..."})
public final class TestSubscriptionCommand extends SubscriptionCommand {
  private static final int LONGEST_RESPONSE = 200;

  public TestSubscriptionCommand() {
    this(CommandContext.real());
  }

  public TestSubscriptionCommand(CommandContext context) {
    super(context);
  }

  @Override
  int run(PosthornClient posthorn, String id) {
    TestResult result = posthorn.subscriptions().test(id);
    print(words(result));
    return result.success() ? DONE : REFUSED;
  }

  private static String words(TestResult result) {
    String outcome =
        result.status() == null ? String.valueOf(result.error()) : "status " + result.status();
    String detail = result.detail() == null ? "" : " (" + result.detail() + ")";
    String response =
        result.response() == null || result.response().isBlank()
            ? ""
            : ", response \"" + Printable.line(result.response().strip(), LONGEST_RESPONSE) + "\"";
    return String.format(
        Locale.ROOT,
        "%s: %s%s in %,d ms%s",
        result.success() ? "OK" : "Failed",
        outcome,
        detail,
        result.durationMillis(),
        response);
  }
}
