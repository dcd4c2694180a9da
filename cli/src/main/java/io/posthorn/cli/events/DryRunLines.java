package io.posthorn.cli.events;

import io.posthorn.client.model.DryRunResult;
import io.posthorn.client.model.DryRunResult.Match;
import io.posthorn.client.model.DryRunResult.Refusal;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The lines of a dry run: what matches, and for the rest what was expected and what was seen. */
public final class DryRunLines {
  private DryRunLines() {}

  /** The result of an event for each subscription of its code. */
  static Stream<String> of(DryRunResult result) {
    long matches = result.subscriptions().stream().filter(Match::matches).count();
    String head =
        result.subscriptions().isEmpty()
            ? "no subscription for these codes"
            : "%d of %d subscriptions match".formatted(matches, result.subscriptions().size());
    return Stream.concat(
        Stream.of((result.id().isEmpty() ? "Event" : result.id()) + ": " + head),
        result.subscriptions().stream()
            .flatMap(
                match ->
                    of(
                        match.id() + format(match.format()) + order(match.orderingKey()),
                        match.matches(),
                        match.refusals())));
  }

  /** The verdict about one pair of an event and a subscription. */
  public static Stream<String> of(String subject, boolean matches, List<Refusal> refusals) {
    return Stream.concat(
        Stream.of((matches ? "  matches  " : "  no       ") + subject),
        refusals.stream().map(refusal -> "           " + sentence(refusal)));
  }

  /** The format of the message, unless it is the usual one. */
  private static String format(@Nullable String format) {
    return format == null || format.equals("workfront") ? "" : ", as " + format;
  }

  /** The object in whose order the message would be sent. */
  public static String order(@Nullable String orderingKey) {
    return orderingKey == null ? "" : ", in the order of " + orderingKey;
  }

  private static String sentence(Refusal refusal) {
    String expected = refusal.expected() == null ? "" : " " + refusal.expected();
    String reason = refusal.reason() == null ? "" : " (" + refusal.reason() + ")";
    return "%s %s%s: saw %s%s"
        .formatted(refusal.fieldName(), refusal.comparison(), expected, refusal.saw(), reason);
  }
}
