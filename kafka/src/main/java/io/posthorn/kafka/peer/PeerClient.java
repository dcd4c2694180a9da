package io.posthorn.kafka.peer;

import io.posthorn.kafka.read.Page;
import io.posthorn.kafka.read.Peers;
import io.posthorn.kafka.read.Range;
import io.posthorn.kafka.read.ShardUnreachableException;
import java.io.IOException;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The client that reads shards of other nodes over HTTP. After a failure a node is skipped for a
 * second, so that a list with many lookups does not wait for it each time. Thread-safe; calls
 * block.
 */
public final class PeerClient implements Peers, AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(1);
  private static final Duration RESPONSE = Duration.ofSeconds(3);
  private static final long BACKOFF_NANOS = Duration.ofSeconds(1).toNanos();

  private final PeerSignature signature;
  private final String scheme;
  private final HttpClient client;
  private final LongSupplier nanoTime;
  private final ConcurrentHashMap<String, Long> silentSince = new ConcurrentHashMap<>();

  /**
   * A client.
   *
   * @param tls trusted certificates; null for plain HTTP
   */
  public PeerClient(PeerSignature signature, @Nullable SSLContext tls, LongSupplier nanoTime) {
    this.signature = signature;
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

  @Override
  public byte @Nullable [] get(RemoteShard remote, byte[] key) {
    List<Page.Entry> found = ask(remote.node(), PeerScanRequest.value(remote, key)).entries();
    return found.isEmpty() ? null : found.getFirst().value();
  }

  @Override
  public Page values(RemoteShard remote, List<byte[]> keys) {
    PeerValuesRequest query = PeerValuesRequest.of(remote, keys);
    return ask(
        remote.node(),
        query.target(),
        query.signedText(),
        request -> request.POST(HttpRequest.BodyPublishers.ofByteArray(query.body())));
  }

  @Override
  public Page scan(RemoteShard remote, Range range) {
    return ask(remote.node(), PeerScanRequest.of(remote, range));
  }

  private Page ask(String node, PeerScanRequest query) {
    return ask(node, query.target(), query.target(), HttpRequest.Builder::GET);
  }

  private Page ask(
      String node, String target, String signedText, UnaryOperator<HttpRequest.Builder> method) {
    Long silent = silentSince.get(node);
    if (silent != null && nanoTime.getAsLong() - silent < BACKOFF_NANOS) {
      throw new ShardUnreachableException(
          node, "its last call got no response; it is called again after a second");
    }
    String header = signature.signRequest(signedText);
    HttpRequest request =
        method
            .apply(to(node, target))
            .timeout(RESPONSE)
            .header(PeerSignature.HEADER, header)
            .build();
    try {
      HttpResponse<byte[]> response = client.send(request, HttpResponse.BodyHandlers.ofByteArray());
      silentSince.remove(node);
      return verified(node, header, response);
    } catch (IOException e) {
      silentSince.put(node, nanoTime.getAsLong());
      throw new ShardUnreachableException(node, "it cannot be reached");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ShardUnreachableException(node, "the call was interrupted");
    }
  }

  private HttpRequest.Builder to(String node, String target) {
    try {
      return HttpRequest.newBuilder(URI.create(scheme + node + target));
    } catch (IllegalArgumentException e) {
      throw new ShardUnreachableException(node, "its advertised address is invalid");
    }
  }

  private Page verified(String node, String query, HttpResponse<byte[]> response) {
    if (response.statusCode() != 200) {
      throw new ShardUnreachableException(
          node, "it responded with status " + response.statusCode());
    }
    if (!signature.verifyResponse(
        query, response.headers().firstValue(PeerSignature.HEADER), response.body())) {
      throw new ShardUnreachableException(node, "its signature is wrong: check its encryption key");
    }
    return PageCodec.decode(response.body());
  }

  @Override
  public void close() {
    client.shutdownNow();
  }
}
