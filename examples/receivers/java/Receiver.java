import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A webhook receiver that verifies signatures (Standard Webhooks 1.0), with the JDK only:
 *
 * <pre>WEBHOOK_SECRET=whsec_... java Receiver.java 9000</pre>
 */
public final class Receiver {
  private static final int LARGEST_BODY = 2 << 20;

  /** The allowed clock difference; an older request may be a replay. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private record Message(String id, byte[] body) {}

  private final SecretKeySpec key;
  private final BlockingQueue<Message> work = new ArrayBlockingQueue<>(10_000);

  /** Processed ids. In production, use a unique column in the transaction that does the work. */
  private final Set<String> processed = Collections.synchronizedSet(newestIds(100_000));

  private Receiver(String secret) {
    byte[] bytes = Base64.getDecoder().decode(secret.substring("whsec_".length()));
    key = new SecretKeySpec(bytes, "HmacSHA256");
  }

  public static void main(String[] arguments) throws IOException {
    String secret = System.getenv("WEBHOOK_SECRET");
    if (secret == null || !secret.startsWith("whsec_")) {
      System.err.println("Set WEBHOOK_SECRET to the endpoint's signing secret, whsec_...");
      System.exit(2);
    }
    int port = arguments.length == 0 ? 9000 : Integer.parseInt(arguments[0]);
    Receiver receiver = new Receiver(secret);
    Thread.ofPlatform().daemon().start(receiver::work);

    // Otherwise a response on a reused connection waits 40 ms for an acknowledgement.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", receiver::receive);
    server.start();
    System.out.println("Listening at http://127.0.0.1:" + server.getAddress().getPort() + "/");
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = take(exchange);
      if (status == 503) {
        exchange.getResponseHeaders().set("Retry-After", "5");
      }
      exchange.sendResponseHeaders(status, -1);
    }
  }

  /** Decides the response; nothing here is slow, so that the response is sent at once. */
  private int take(HttpExchange exchange) throws IOException {
    if (!exchange.getRequestMethod().equals("POST")) {
      return 405;
    }
    // The raw bytes: the signature covers these, not re-serialised JSON.
    byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      return 413;
    }
    String id = exchange.getRequestHeaders().getFirst("webhook-id");
    String timestamp = exchange.getRequestHeaders().getFirst("webhook-timestamp");
    String signatures = exchange.getRequestHeaders().getFirst("webhook-signature");
    if (id == null || timestamp == null || signatures == null) {
      return 401;
    }
    if (!isRecent(timestamp) || !isSigned(id, timestamp, body, signatures)) {
      return 401;
    }
    if (!processed.add(id)) {
      return 200; // a duplicate: the sender missed the response
    }
    if (!work.offer(new Message(id, body))) {
      processed.remove(id);
      return 503; // Posthorn retries
    }
    return 202;
  }

  private static boolean isRecent(String timestamp) {
    try {
      long seconds = Long.parseLong(timestamp);
      return Math.abs(Instant.now().getEpochSecond() - seconds) <= TOLERANCE.toSeconds();
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** During a rotation there are two signatures; one match is enough. */
  private boolean isSigned(String id, String timestamp, byte[] body, String signatures) {
    byte[] expected = sign(id, timestamp, body);
    boolean fits = false;
    for (String signature : signatures.split(" ")) {
      // isEqual takes constant time.
      fits |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
    }
    return fits;
  }

  private byte[] sign(String id, String timestamp, byte[] body) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(key);
      mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
      String signature = "v1," + Base64.getEncoder().encodeToString(mac.doFinal(body));
      return signature.getBytes(StandardCharsets.UTF_8);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Processes a message; your code goes here. */
  private void work() {
    try {
      while (true) {
        Message message = work.take();
        System.out.println("Working on " + message.id() + ", " + message.body().length + " bytes");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A set that evicts the oldest entry when it is full. */
  private static Set<String> newestIds(int most) {
    return Collections.newSetFromMap(
        new LinkedHashMap<>() {
          @Override
          protected boolean removeEldestEntry(Map.Entry<String, Boolean> eldest) {
            return size() > most;
          }
        });
  }
}
