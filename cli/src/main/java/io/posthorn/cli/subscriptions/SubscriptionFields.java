package io.posthorn.cli.subscriptions;

import io.posthorn.client.model.FilterRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that describe a subscription, for creating, editing and dry runs. */
final class SubscriptionFields {
  /** The options whose names differ from the fields of the API. */
  static final Map<String, String> FLAG_NAMES =
      Map.of("url", "--to", "version", "--body-version", "filters", "--filter");

  @Option(names = "--to", paramLabel = "URL", description = "The URL that receives the messages.")
  @Nullable String url;

  @Option(
      names = "--obj-code",
      paramLabel = "CODE",
      description = "The object code of the events, such as TASK; * for all.")
  @Nullable String objCode;

  @Option(
      names = "--event-type",
      paramLabel = "TYPE",
      description = "The type of the events, such as UPDATE; * for all.")
  @Nullable String eventType;

  @Option(names = "--obj-id", paramLabel = "ID", description = "Only events about this object.")
  @Nullable String objId;

  @Option(
      names = "--filter",
      paramLabel = "FILTER",
      converter = FilterOption.class,
      description = {
        "Only events that match: field, comparison and value, such as 'status eq paid',",
        "'total gte 100', 'name changed'; 'old:status eq open' for the old state; a group of them",
        "such as '(status eq paid or total gte 100)'. Repeat it for more filters, all of which must",
        "match."
      })
  List<FilterRule> filters = new ArrayList<>();

  @Option(names = "--match-any", description = "One matching filter is enough.")
  boolean matchAny;

  @Option(
      names = "--auth-token",
      paramLabel = "TOKEN",
      description =
          "The bearer token to send, or - for standard input, which other users cannot see.")
  @Nullable String authToken;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "The form of the body: workfront (default), standard, raw, cloudevents or slack.")
  @Nullable String format;

  @Option(
      names = "--body-version",
      paramLabel = "VERSION",
      description = "The version of the body: v1 or v2 (default).")
  @Nullable String version;

  @Option(names = "--base64", description = "Send the states as Base64.")
  boolean base64;

  @Option(
      names = "--ordering",
      paramLabel = "ORDERING",
      description = "object: deliver the messages of each object in order, one at a time.")
  @Nullable String ordering;

  @Option(names = "--description", paramLabel = "TEXT", description = "A note for users.")
  @Nullable String description;
}
