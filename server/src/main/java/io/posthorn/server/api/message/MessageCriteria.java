package io.posthorn.server.api.message;

import io.posthorn.core.endpoint.EndpointId;
import io.posthorn.core.event.EventCriteria;
import io.posthorn.core.form.JsonForm;
import io.posthorn.core.message.OutcomeFilter;
import io.posthorn.core.message.TimeRange;
import io.posthorn.core.shard.protocol.MessageSelection;
import io.posthorn.core.shard.protocol.MessageSelection.Status;
import io.posthorn.core.subscription.SubscriptionId;
import io.posthorn.server.api.common.QueryParameters;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A reader of the criteria that select messages: the same names and values in the query of {@code
 * GET /messages} and in the bodies of replays, cancellations and retries.
 */
final class MessageCriteria {
  /** The names of the criteria, as query parameters and as fields. */
  static final List<String> NAMES =
      List.of(
          "endpoint",
          "subscription",
          "objCode",
          "eventType",
          "objId",
          "status",
          "outcome",
          "from",
          "to",
          "endedFrom",
          "endedTo",
          "attemptedFrom",
          "attemptedTo");

  private static final int LONGEST = 64;
  private static final int LONGEST_OBJ_ID = 255;

  /** The texts and times of a request; errors are reported by name. */
  private interface Source {
    Optional<String> text(String name);

    Optional<Long> time(String name);

    void wrong(String name, String what);
  }

  private final Source source;

  private MessageCriteria(Source source) {
    this.source = source;
  }

  static MessageSelection read(QueryParameters queries) {
    return new MessageCriteria(
            new Source() {
              @Override
              public Optional<String> text(String name) {
                return queries.text(name);
              }

              @Override
              public Optional<Long> time(String name) {
                return queries.time(name);
              }

              @Override
              public void wrong(String name, String what) {
                queries.wrong(name, what);
              }
            })
        .selection(List.of(Status.values()), "");
  }

  /**
   * Reads the criteria of a bulk job.
   *
   * @param statuses the statuses that its action applies to
   * @param why a clause that says why it applies to no other
   */
  static MessageSelection read(JsonForm fields, List<Status> statuses, String why) {
    return new MessageCriteria(
            new Source() {
              @Override
              public Optional<String> text(String name) {
                return fields.text(name, name.equals("objId") ? LONGEST_OBJ_ID : LONGEST);
              }

              @Override
              public Optional<Long> time(String name) {
                return fields.time(name);
              }

              @Override
              public void wrong(String name, String what) {
                fields.wrong(name, what);
              }
            })
        .selection(statuses, why);
  }

  private MessageSelection selection(List<Status> statuses, String why) {
    EndpointId endpoint =
        read("endpoint", EndpointId::parse, "must be an endpoint id, such as ep_...");
    SubscriptionId subscription =
        read("subscription", SubscriptionId::parse, "must be a subscription id, such as sub_...");
    EventCriteria event =
        new EventCriteria(
            source.text("objCode").orElse(null),
            source.text("eventType").orElse(null),
            source.text("objId").orElse(null));
    Status status =
        read("status", text -> status(text, statuses), "must be " + words(statuses) + why + ".");
    OutcomeFilter outcome =
        read("outcome", OutcomeFilter::parse, "must be one of " + OutcomeFilter.words() + ".");
    TimeRange accepted = times("from", "to");
    TimeRange ended = times("endedFrom", "endedTo");
    TimeRange attempted = times("attemptedFrom", "attemptedTo");
    return new MessageSelection(
        endpoint, subscription, event, status, outcome, attempted, accepted, ended);
  }

  private TimeRange times(String first, String end) {
    TimeRange times = new TimeRange(time(first, 0), time(end, TimeRange.END_OF_TIME));
    if (times.to() <= times.from()) {
      source.wrong(end, "must be later than %s.".formatted(first));
    }
    return times;
  }

  private <T> @Nullable T read(String name, Function<String, Optional<T>> parser, String expected) {
    Optional<String> text = source.text(name);
    Optional<T> value = text.flatMap(parser);
    if (text.isPresent() && value.isEmpty()) {
      source.wrong(name, expected);
    }
    return value.orElse(null);
  }

  private long time(String name, long otherwise) {
    return Math.clamp(source.time(name).orElse(otherwise), 0L, TimeRange.END_OF_TIME);
  }

  private static Optional<Status> status(String text, List<Status> statuses) {
    return statuses.stream().filter(status -> status.text().equals(text)).findFirst();
  }

  private static String words(List<Status> statuses) {
    List<String> words =
        Arrays.stream(Status.values()).filter(statuses::contains).map(Status::text).toList();
    String last = words.getLast();
    return words.size() == 1
        ? last
        : words.subList(0, words.size() - 1).stream().collect(Collectors.joining(", "))
            + " or "
            + last;
  }
}
