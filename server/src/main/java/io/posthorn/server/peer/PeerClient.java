package io.posthorn.server.peer;

import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks other nodes. One that did not answer is not asked again for a moment, so that a list which
 * needs it many times does not wait for it many times. For any thread, which waits.
 */
public final class PeerClient implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration ANSWER = Duration.ofSeconds(3);
  private static final long REST_NANOS = Duration.ofSeconds(1).toNanos();

  private final PeerSeal seal;
  private final String scheme;
  private final HttpClient client;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<String, Long> silentSince = new ConcurrentHashMap<>();

  /**
   * A client.
   *
   * @param tls whom to trust over https; null for plain http
   */
  public PeerClient(PeerSeal seal, @Nullable SSLContext tls, LongSupplier nanoTime) {
    this.seal = seal;
    this.nanoTime = nanoTime;
    scheme = tls == null ? "http://" : "https://";
    HttpClient.Builder builder =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(CONNECT)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(ProxySelector.of(null))
            .executor(Executors.newVirtualThreadPerTaskExecutor());
    client = (tls == null ? builder : builder.sslContext(tls)).build();
  }

  /**
   * Asks a node.
   *
   * @param node its host and port
   * @throws UnansweredException where it cannot be reached, or does not have the shard
   */
  public PeerPage ask(String node, PeerQuestion question) throws UnansweredException {
    Long silent = silentSince.get(node);
    if (silent != null && nanoTime.getAsLong() - silent < REST_NANOS) {
      throw new UnansweredException(node + " did not answer a moment ago", null);
    }
    String target = question.target();
    String header = seal.onQuestion(target);
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(scheme + node + target))
            .timeout(ANSWER)
            .header(PeerSeal.HEADER, header)
            .build();
    try {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      silentSince.remove(node);
      return opened(node, header, response);
    } catch (IOException e) {
      silentSince.put(node, nanoTime.getAsLong());
      throw new UnansweredException(node + " cannot be reached", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnansweredException("interrupted", e);
    }
  }

  private PeerPage opened(String node, String question, HttpResponse<byte[]> response)
      throws UnansweredException {
    if (response.statusCode() != 200) {
      throw new UnansweredException(node + " answered " + response.statusCode(), null);
    }
    if (!seal.opensAnswer(
        question, response.headers().firstValue(PeerSeal.HEADER), response.body())) {
      throw new UnansweredException(node + " is none of ours: check its encryption key", null);
    }
    return PeerPage.decode(response.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
