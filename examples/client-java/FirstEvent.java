import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.posthorn.client.ApiErrorException;
import io.posthorn.client.PosthornClient;
import io.posthorn.client.WebhookVerificationException;
import io.posthorn.client.WebhookVerifier;
import io.posthorn.client.model.FilterRule;
import io.posthorn.client.model.FilterRule.Comparison;
import io.posthorn.client.model.MessageSummary;
import io.posthorn.client.model.SubscriptionDetails;
import io.posthorn.client.request.MessageFilter;
import io.posthorn.client.request.NewEvent;
import io.posthorn.client.request.NewSubscription;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Subscribes, sends events, receives the matching messages, and looks up their status, all with the Java client:
 *
 * <pre>
 * POSTHORN_URL=http://127.0.0.1:8080 POSTHORN_KEY=phk_... \
 *   java -cp app/target/posthorn.jar examples/client-java/FirstEvent.java
 * </pre>
 */
public final class FirstEvent {
  /** A state is anything that Jackson writes as a JSON object. */
  private record Order(String status, int total) {}

  /** Set once the subscription exists; until then no request is accepted. */
  private final AtomicReference<WebhookVerifier> verifier = new AtomicReference<>();

  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();

  public static void main(String[] arguments) throws IOException, InterruptedException {
    // Temporary failures (429, 503, no connection) are retried automatically.
    try (PosthornClient posthorn =
        PosthornClient.builder()
            .url(System.getenv().getOrDefault("POSTHORN_URL", "http://127.0.0.1:8080"))
            .apiKey(System.getenv("POSTHORN_KEY"))
            .build()) {
      new FirstEvent().run(posthorn);
    } catch (ApiErrorException e) {
      System.err.println(e.getMessage());
      System.exit(1);
    }
  }

  private void run(PosthornClient posthorn) throws IOException, InterruptedException {
    HttpServer receiver =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    receiver.createContext("/hooks", this::receive);
    receiver.start();
    String url = "http://127.0.0.1:" + receiver.getAddress().getPort() + "/hooks";

    // Paid orders of at least 100 go to the receiver.
    SubscriptionDetails subscription =
        posthorn
            .subscriptions()
            .create(
                NewSubscription.builder("EXAMPLE_ORDER", "UPDATE", url)
                    .filters(
                        FilterRule.where("status", Comparison.EQ, "paid"),
                        FilterRule.where("total", Comparison.GTE, 100))
                    .description("An example")
                    .build());
    verifier.set(WebhookVerifier.of(subscription.signingSecret()));
    System.out.println("Subscribed.");

    // An id makes sending idempotent: repeating the event creates no second message.
    List<String> ids =
        posthorn
            .events()
            .sendAll(
                List.of(
                    order("small", new Order("paid", 20)),
                    order("open", new Order("open", 120)),
                    order("large", new Order("paid", 120))));
    System.out.println("Accepted " + ids.size() + " events.");

    String message = received.poll(1, TimeUnit.MINUTES);
    System.out.println("Received " + message + ", and its signature is right.");

    // Lists read their pages lazily.
    MessageFilter ofSubscription =
        MessageFilter.builder().subscription(subscription.id()).build();
    for (MessageSummary summary : posthorn.messages().list(ofSubscription)) {
      System.out.println("Message " + summary.id() + " is about order " + summary.objId() + ".");
    }

    posthorn.subscriptions().delete(subscription.id());
    receiver.stop(0);
    System.out.println("Done.");
  }

  private static NewEvent order(String name, Order order) {
    return NewEvent.builder("EXAMPLE_ORDER", "UPDATE")
        .id("example-" + name + "-" + System.currentTimeMillis())
        .objId(name)
        .newState(order)
        .oldState(Map.of("status", "open"))
        .build();
  }

  /** Accepts messages with a valid signature, and responds at once. */
  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      try {
        received.add(verifier.get().verify(exchange.getRequestHeaders()::getFirst, body));
        exchange.sendResponseHeaders(202, -1);
      } catch (WebhookVerificationException e) {
        exchange.sendResponseHeaders(401, -1);
      }
    }
  }
}
