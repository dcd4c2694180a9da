package io.posthorn.app.demo;

import io.posthorn.server.node.Node;
import io.posthorn.server.settings.Configuration;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A whole server with everything that can be seen at it going on. */
public final class Scene implements AutoCloseable {
  private static final String CUSTOMER = "default";
  private static final String OTHER = "acme";

  private final Node node;
  private final Receivers receivers;
  private final Client client;
  private final String key;
  private final Tempo tempo;
  private final Thread traffic;
  private volatile boolean ended;

  private Scene(Node node, Receivers receivers, String key, Tempo tempo) {
    this.node = node;
    this.receivers = receivers;
    this.key = key;
    this.tempo = tempo;
    client = new Client(address(), key);
    prepare();
    traffic = Thread.ofVirtual().name("posthorn-demo").start(this::post);
  }

  /**
   * Starts a scene.
   *
   * @param directory for the store
   * @param port 0 for any free one
   */
  public static Scene start(Path directory, int port, Tempo tempo, String version, PrintStream log)
      throws IOException {
    Map<String, String> settings = new HashMap<>(tempo.settings());
    settings.put("POSTHORN_DATA_DIR", directory.toString());
    settings.put("POSTHORN_HTTP_PORT", String.valueOf(port));
    Configuration configuration = Configuration.load(null, settings).forDevelopment();
    Node node = Node.start(configuration, version, log);
    String key = node.newKey().orElseThrow().clear();
    return new Scene(node, new Receivers(tempo.flapMillis()), key, tempo);
  }

  public String address() {
    return "http://127.0.0.1:" + node.port();
  }

  /** An admin's key for all customers. */
  public String key() {
    return key;
  }

  /** Makes another key for a customer. */
  public String makeKey(String role, String customer) {
    String body =
        "{\"name\":\"%s of %s\",\"role\":\"%s\",\"customerId\":\"%s\"}"
            .formatted(role, customer, role, customer);
    return Client.field(client.call("POST", "/keys", CUSTOMER, body), "key");
  }

  private void prepare() {
    client.call("PUT", "/customers/" + OTHER, CUSTOMER, "");
    String filter =
        "[{\"fieldName\":\"status\",\"fieldValue\":\"INP\"},"
            + "{\"fieldName\":\"priority\",\"comparison\":\"gte\",\"fieldValue\":1}]";
    subscribe("TASK", "UPDATE", Receivers.HEALTHY, "Tasks that are being worked on", filter);
    subscribe("PROJ", "*", Receivers.REPORTS, "Projects, for the weekly report", null);
    subscribe("*", "CREATE", Receivers.SLOW, "Everything new, for the warehouse", null);
    subscribe("TASK", "UPDATE", Receivers.FLAPPING, "Bills for tasks", null);
    subscribe("ISSUE", "*", Receivers.DEAD, "The old ticket system", null);
    subscribe("TASK", "CREATE", Receivers.BUSY, "Mail to the team", null);
    String paused = subscribe("PROJ", "UPDATE", Receivers.PAUSED, "The archive", null);
    client.call("POST", "/endpoints/" + paused + "/pause", CUSTOMER, "");
    client.call(
        "POST",
        "/subscriptions",
        OTHER,
        subscription("TASK", "UPDATE", Receivers.HEALTHY, "Acme's tasks", null));
    makeKey("manager", CUSTOMER);
    makeKey("viewer", OTHER);
  }

  /** Makes a subscription; the id of its endpoint. */
  private String subscribe(
      String code, String type, String path, String description, @Nullable String filters) {
    String body = subscription(code, type, path, description, filters);
    return Client.field(client.call("POST", "/subscriptions", CUSTOMER, body), "endpointId");
  }

  private String subscription(
      String code, String type, String path, String description, @Nullable String filters) {
    return "{\"objCode\":\"%s\",\"eventType\":\"%s\",\"url\":\"%s\",\"description\":\"%s\","
            .formatted(code, type, receivers.url(path), description)
        + "\"authToken\":\"a-token-of-the-demo\""
        + (filters == null ? "" : ",\"filters\":" + filters)
        + "}";
  }

  private void post() {
    Traffic events = new Traffic();
    try {
      for (int i = 0; !ended; i++) {
        client.call("POST", "/events", i % 10 == 9 ? OTHER : CUSTOMER, event(events, i));
        Thread.sleep(tempo.eventEveryMillis());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IllegalStateException e) {
      if (!ended) {
        throw e;
      }
    }
  }

  private static String event(Traffic events, int number) {
    String customer = number % 10 == 9 ? OTHER : CUSTOMER;
    return "{\"customerId\":\"" + customer + "\"," + events.next().substring(1);
  }

  /** Waits until the server ends, which it does only when it fails. */
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
