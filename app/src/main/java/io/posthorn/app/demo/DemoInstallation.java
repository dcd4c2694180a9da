package io.posthorn.app.demo;

import io.posthorn.app.boot.PosthornServer;
import io.posthorn.client.CallRetryPolicy;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.PosthornException;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.FilterRule.Comparison;
import io.posthorn.client.model.KeyRole;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewKey;
import io.posthorn.client.request.NewSubscription;
import io.posthorn.server.access.ApiKeySecret;
import io.posthorn.server.settings.Configuration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * The demo: a server with two customers, receivers of all behaviours, and a stream of events.
 * Everything is created through the public API.
 */
public final class DemoInstallation implements AutoCloseable {
  /** The settings of the embedded engine: a demo is small, so a nearly full disk is enough. */
  public static final Map<String, String> ON_ONE_MACHINE = Map.of("POSTHORN_DATA_MIN_FREE", "1KiB");

  private static final String CUSTOMER = "default";
  private static final String OTHER = "acme";

  /** Every tenth event belongs to the other customer. */
  private static final int OTHERS_SHARE = 10;

  private final PosthornServer node;
  private final DemoReceivers receivers;
  private final PosthornClient client;
  private final String key;
  private final DemoPace pace;
  private final Thread traffic;
  private volatile boolean ended;

  private DemoInstallation(
      PosthornServer node, DemoReceivers receivers, String key, DemoPace pace) {
    this.node = node;
    this.receivers = receivers;
    this.key = key;
    this.pace = pace;
    client =
        PosthornClient.builder()
            .url(address())
            .apiKey(key)
            .customer(CUSTOMER)
            .retries(CallRetryPolicy.NONE)
            .build();
    prepare();
    traffic = Thread.ofVirtual().name("posthorn-demo").start(this::sendEvents);
  }

  /**
   * Starts everything.
   *
   * @param directory the store's directory
   * @param port the port; 0 for any free one
   */
  public static DemoInstallation start(
      Path directory, int port, DemoPace pace, String version, PrintStream log) throws IOException {
    return start(directory, port, pace, ON_ONE_MACHINE, version, log);
  }

  /**
   * Starts everything on an engine.
   *
   * @param engine its settings as environment variables
   */
  public static DemoInstallation start(
      Path directory,
      int port,
      DemoPace pace,
      Map<String, String> engine,
      String version,
      PrintStream log)
      throws IOException {
    Map<String, String> settings = new HashMap<>(pace.settings());
    settings.putAll(engine);
    settings.put("POSTHORN_DATA_DIR", directory.toString());
    settings.put("POSTHORN_HTTP_PORT", String.valueOf(port));
    Configuration configuration = Configuration.load(null, settings).forDevelopment();
    PosthornServer node = PosthornServer.start(configuration, version, log);
    String key = // a store that is not empty, or on Kafka, has none to show
        node.newKey()
            .map(ApiKeySecret::clear)
            .orElseGet(() -> Objects.requireNonNull(settings.get("POSTHORN_API_ADMIN_KEY")));
    return new DemoInstallation(node, DemoReceivers.start(pace.flapPeriod()), key, pace);
  }

  public String address() {
    return "http://127.0.0.1:" + node.port();
  }

  /** An admin key for all customers. */
  public String key() {
    return key;
  }

  /** A new link that logs in to the console once, without the key. */
  public String loginLink() {
    return address() + node.loginLink().orElseThrow();
  }

  /** The address of the page that switches the receivers. */
  public String switches() {
    return receivers.switches();
  }

  /** Creates another key for a customer. */
  public String makeKey(String role, String customer) {
    NewKey wanted = new NewKey(role + " of " + customer, role, customer, null);
    return Objects.requireNonNull(client.keys().create(wanted).key());
  }

  private void prepare() {
    client.customers().create(OTHER);
    client
        .subscriptions()
        .create(
            subscription("TASK", "UPDATE", DemoReceivers.CRM, "Tasks that are being worked on")
                .filters(
                    FilterRule.where("status", Comparison.EQ, "INP"),
                    FilterRule.where("priority", Comparison.GTE, 1))
                .build());
    subscribe("PROJ", "*", DemoReceivers.REPORTS, "Projects, for the weekly report");
    subscribe("*", "CREATE", DemoReceivers.WAREHOUSE, "Everything new, for the warehouse");
    subscribe("TASK", "UPDATE", DemoReceivers.BILLING, "Bills for tasks");
    subscribe("ISSUE", "*", DemoReceivers.TICKETS, "The old ticket system");
    subscribe("TASK", "CREATE", DemoReceivers.MAIL, "Mail to the team");
    String paused = subscribe("PROJ", "UPDATE", DemoReceivers.ARCHIVE, "The archive");
    client.endpoints().pause(paused);
    client
        .forCustomer(OTHER)
        .subscriptions()
        .create(subscription("TASK", "UPDATE", DemoReceivers.CRM, "Acme's tasks").build());
    makeKey(KeyRole.MANAGER.apiName(), CUSTOMER);
    makeKey(KeyRole.VIEWER.apiName(), OTHER);
  }

  /** Creates a subscription; returns its endpoint's id. */
  private String subscribe(String code, String type, String receiver, String description) {
    NewSubscription wanted = subscription(code, type, receiver, description).build();
    return client.subscriptions().create(wanted).endpointId();
  }

  private NewSubscription.Builder subscription(
      String code, String type, String receiver, String description) {
    return NewSubscription.builder(code, type, receivers.url(receiver))
        .description(description)
        .authToken("a-token-of-the-demo");
  }

  private void sendEvents() {
    DemoEvents events = new DemoEvents();
    PosthornClient other = client.forCustomer(OTHER);
    try {
      for (int i = 1; !ended; i++) {
        PosthornClient sender = i % OTHERS_SHARE == 0 ? other : client;
        sender.events().send(NewEvent.ofJson(events.next()));
        Thread.sleep(pace.eventEveryMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (PosthornException e) {
      if (!ended) {
        throw e;
      }
    }
  }

  /** Waits until the server stops, which it only does when it fails. */
  public void awaitEnd() {
    node.awaitEnd();
  }

  @Override
  public void close() {
    ended = true;
    traffic.interrupt();
    client.close();
    node.close();
    receivers.close();
  }
}
