package io.posthorn.cli.listen;

import io.posthorn.cli.options.DurationOption;
import io.posthorn.receiver.Behaviour;
import io.posthorn.receiver.PlannedResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options that define the receiver's behaviour. */
final class BehaviourOptions {
  private static final int OK = 200;
  private static final int DEFAULT_FAILURE = 500;

  @Option(
      names = "--status",
      paramLabel = "STATUS",
      description =
          "Respond with this status instead of 200; with --fail-rate, only to requests that fail.")
  private @Nullable Integer status;

  @Option(
      names = "--fail-rate",
      paramLabel = "SHARE",
      description = "The share of requests that fail with 500, or with --status: 0 to 1.")
  private @Nullable Double failRate;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      defaultValue = "1",
      description = {
        "The seed for --fail-rate; default ${DEFAULT-VALUE}. With the same seed, the same requests",
        "fail, counted in order of arrival."
      })
  private long seed;

  @Option(
      names = "--delay",
      paramLabel = "TIME",
      defaultValue = "0s",
      converter = DurationOption.class,
      description = "The delay before each response, such as 2s.")
  private Duration delay = Duration.ZERO;

  @Option(
      names = "--retry-after",
      paramLabel = "SECONDS",
      description = "Send Retry-After with each failure; Posthorn honours it on 429 and 503.")
  private @Nullable Integer retryAfter;

  Behaviour plan(CommandLine command) {
    if (status != null && (status < 200 || status > 599)) {
      throw new ParameterException(command, "--status must be from 200 to 599.");
    }
    if (failRate != null && !(failRate >= 0 && failRate <= 1)) {
      throw new ParameterException(command, "--fail-rate must be from 0 to 1, such as 0.5.");
    }
    if (retryAfter != null && retryAfter < 0) {
      throw new ParameterException(command, "--retry-after must be a number of seconds.");
    }
    int failure = status == null ? DEFAULT_FAILURE : status;
    double none = status == null ? 0 : 1;
    double share = failRate == null ? none : failRate;
    PlannedResponse failing = PlannedResponse.status(failure).after(delay);
    if (retryAfter != null && failure != OK) {
      failing = failing.retryAfter(Duration.ofSeconds(retryAfter));
    }
    return Behaviour.failing(share, seed, failing, PlannedResponse.status(OK).after(delay));
  }
}
