package io.posthorn.cli.subscriptions;

import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.SubscriptionDetails;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The lines of {@code posthorn subscriptions ID}. */
final class SubscriptionLines {
  private SubscriptionLines() {}

  static String subject(SubscriptionDetails subscription) {
    String objId = Objects.requireNonNullElse(subscription.objId(), "");
    return String.join(" ", subscription.eventType(), subscription.objCode(), objId).strip();
  }

  static List<String> of(SubscriptionDetails subscription, TimeText times) {
    List<String> lines = new ArrayList<>();
    lines.add(subscription.id() + "  " + subject(subscription));
    lines.add("To           " + subscription.url());
    lines.add("Endpoint     " + subscription.endpointId());
    if (!subscription.filters().isEmpty()) {
      lines.add("Filters      " + filters(subscription));
    }
    lines.add(
        "Body         %s, %s%s"
            .formatted(
                subscription.format(),
                subscription.version(),
                subscription.base64Encoding() ? ", states as Base64" : ""));
    add(lines, "Ordering     ", subscription.ordering());
    add(lines, "Token        ", subscription.authToken());
    add(lines, "Description  ", subscription.description());
    lines.add("Created      " + times.at(subscription.createdAt()));
    return lines;
  }

  static String filters(SubscriptionDetails subscription) {
    return joined(subscription.filters(), subscription.filterConnector());
  }

  private static String joined(List<FilterRule> filters, @Nullable String connector) {
    String between = "OR".equals(connector) ? " or " : " and ";
    return filters.stream().map(SubscriptionLines::filter).collect(Collectors.joining(between));
  }

  private static String filter(FilterRule filter) {
    if (filter.filters() != null) {
      return "(" + joined(filter.filters(), filter.connector()) + ")";
    }
    return ("oldState".equals(filter.state()) ? "old:" : "")
        + filter.fieldName()
        + " "
        + Objects.requireNonNullElse(filter.comparison(), "eq")
        + (filter.fieldValue() == null ? "" : " " + filter.fieldValue());
  }

  private static void add(List<String> lines, String label, @Nullable String value) {
    if (value != null) {
      lines.add(label + value);
    }
  }
}
