package io.posthorn.cli.customers;

import io.posthorn.cli.terminal.TimeText;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.model.CustomerDetails;
import io.posthorn.client.model.CustomerOverview;
import io.posthorn.client.model.CustomerOverview.Attention;
import io.posthorn.client.model.CustomerOverview.EndpointCounts;
import io.posthorn.client.model.CustomerOverview.WaitingCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The lines of {@code posthorn customers ID}: its delivery, endpoints and waiting messages. */
final class CustomerLines {
  private CustomerLines() {}

  static String delivery(CustomerDetails customer) {
    if (customer.erasing() != null) {
      return "erasing";
    }
    return customer.deliveryPaused() ? "paused" : "enabled";
  }

  static List<String> of(CustomerDetails customer, PosthornClient posthorn, TimeText times) {
    List<String> lines = new ArrayList<>();
    lines.add(customer.id() + "  created " + times.at(customer.createdAt()));
    lines.add("Delivery   " + delivery(customer));
    if (customer.erasing() != null) {
      return lines;
    }
    CustomerOverview overview = posthorn.forCustomer(customer.id()).server().overview();
    EndpointCounts endpoints = overview.endpoints();
    if (endpoints != null) {
      lines.add("Endpoints  " + words(endpoints));
    }
    WaitingCounts waiting = overview.waiting();
    if (waiting != null) {
      lines.add("Waiting    " + words(waiting));
    }
    for (Attention attention : overview.attention()) {
      lines.add(
          "Attention  %s  %s  %s"
              .formatted(attention.endpointId(), attention.reason(), attention.url()));
    }
    return lines;
  }

  static String words(EndpointCounts endpoints) {
    return String.format(
        Locale.ROOT,
        "%,d: %,d enabled, %,d disabled, %,d frozen; %,d paused",
        endpoints.total(),
        endpoints.enabled(),
        endpoints.disabled(),
        endpoints.frozen(),
        endpoints.paused());
  }

  private static String words(WaitingCounts waiting) {
    return String.format(
        Locale.ROOT,
        "%,d for their first attempt, %,d for a retry%s, %,d held",
        waiting.first(),
        waiting.retry(),
        waiting.order() == 0
            ? ""
            : String.format(
                Locale.ROOT, ", %,d for an earlier one of their object", waiting.order()),
        waiting.held());
  }
}
