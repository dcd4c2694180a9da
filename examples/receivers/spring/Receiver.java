import io.posthorn.client.WebhookVerificationException;
import io.posthorn.client.WebhookVerifier;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A webhook receiver with Spring Boot and the Java client:
 *
 * <pre>WEBHOOK_SECRET=whsec_... java -cp ... Receiver 9000</pre>
 */
@EnableAutoConfiguration
@RestController
public class Receiver {
  private static final int LARGEST_BODY = 2 << 20;

  private final WebhookVerifier verifier = WebhookVerifier.of(System.getenv("WEBHOOK_SECRET"));

  /** Processed ids. In production, use a unique column in the transaction that does the work. */
  private final Set<String> processed = ConcurrentHashMap.newKeySet();

  private final ExecutorService workers =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(10_000));

  @PostMapping("/")
  public ResponseEntity<Void> receive(HttpServletRequest request) throws IOException {
    // The raw bytes: the signature covers these, not re-serialised JSON.
    byte[] body = request.getInputStream().readNBytes(LARGEST_BODY + 1);
    if (body.length > LARGEST_BODY) {
      return ResponseEntity.status(HttpStatus.CONTENT_TOO_LARGE).build();
    }
    String id;
    try {
      id = verifier.verify(request::getHeader, body);
    } catch (WebhookVerificationException e) {
      return ResponseEntity.status(HttpStatus.UNAUTHORIZED).build();
    }
    if (!processed.add(id)) {
      return ResponseEntity.ok().build(); // a duplicate: the sender missed the response
    }
    try {
      workers.execute(() -> work(id, body)); // respond first, work later
    } catch (RejectedExecutionException e) {
      processed.remove(id);
      return ResponseEntity.status(503).header("Retry-After", "5").build(); // Posthorn retries
    }
    return ResponseEntity.accepted().build();
  }

  /** Processes a message; your code goes here. */
  private void work(String id, byte[] body) {
    System.out.println("Working on " + id + ", " + body.length + " bytes");
  }

  @EventListener
  public void started(WebServerInitializedEvent event) {
    System.out.println("Listening at http://127.0.0.1:" + event.getWebServer().getPort() + "/");
  }

  public static void main(String[] arguments) {
    new SpringApplicationBuilder(Receiver.class)
        .properties(
            "server.address=127.0.0.1",
            "server.port=" + (arguments.length == 0 ? "9000" : arguments[0]),
            "spring.main.banner-mode=off",
            "logging.level.root=warn")
        .run();
  }
}
