package io.posthorn.app.console.browser;

import java.util.ArrayList;
import java.util.List;

/** A page of the console: its name, its address and its heading. */
record ConsolePage(String name, String path, String heading) {
  private static final List<ConsolePage> FIXED =
      List.of(
          new ConsolePage("overview", "/?range=15m", "Overview"),
          new ConsolePage("endpoints", "/endpoints", "Endpoints"),
          new ConsolePage("messages", "/messages", "Messages"),
          new ConsolePage(
              "messages-filtered",
              "/messages?status=waiting&outcome=failed&eventType=UPDATE&from=2026-01-01T00:00:00Z",
              "Messages"),
          new ConsolePage("subscriptions", "/subscriptions", "Subscriptions"),
          new ConsolePage("subscription-new", "/subscriptions/new", "New subscription"),
          new ConsolePage("events", "/events", "Events"),
          new ConsolePage("events-unmatched", "/events?matched=false&from=24h", "Events"),
          new ConsolePage("keys", "/keys", "Keys"),
          new ConsolePage("customers", "/customers", "Customers"),
          new ConsolePage("audit", "/audit", "Audit"),
          new ConsolePage("settings", "/settings", "Settings"));

  /** All fixed pages, and one detail page of each kind. */
  static List<ConsolePage> all(BrowserUser user) {
    List<ConsolePage> pages = new ArrayList<>(FIXED);
    String endpoint = user.ask("/endpoints?q=billing", "data.0.id");
    String message = user.mostAttempted("/messages?limit=500&endpoint=" + endpoint);
    String failing = user.ask("/endpoints?q=old-tickets", "data.0.id");
    String subscription = user.ask("/subscriptions", "data.0.id");
    String event = user.ask("/events?matched=true", "data.0.id");
    pages.add(new ConsolePage("endpoint", "/endpoints/" + endpoint + "?range=15m", "/billing"));
    pages.add(new ConsolePage("endpoint-failing", "/endpoints/" + failing, "/old-tickets"));
    pages.add(new ConsolePage("message", "/messages/" + message, "TASK.UPDATE"));
    pages.add(new ConsolePage("subscription", "/subscriptions/" + subscription, "Tasks that are"));
    pages.add(new ConsolePage("event", "/events/" + event, "."));
    return pages;
  }
}
