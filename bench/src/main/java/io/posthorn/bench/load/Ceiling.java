package io.posthorn.bench.load;

import io.posthorn.bench.process.CommandLoop;
import io.posthorn.bench.process.WallClock;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.ContentType;

/**
 * The ceiling: how much this machine can send with a good HTTP client and nothing else. Apache
 * HttpClient 5, asynchronous, in a closed loop. Command: {@code run port bytes connections millis}.
 */
public final class Ceiling {
  private Ceiling() {}

  public static void main(String[] arguments) throws IOException {
    CommandLoop.run(
        words ->
            run(
                Integer.parseInt(words[1]),
                Integer.parseInt(words[2]),
                Integer.parseInt(words[3]),
                Long.parseLong(words[4])));
  }

  private static String run(int port, int bytes, int connections, long millis) throws Exception {
    try (CloseableHttpAsyncClient client = client(connections)) {
      client.start();
      byte[] body = new byte[bytes];
      java.util.Arrays.fill(body, (byte) 'x');
      Loop loop = new Loop(client, "http://127.0.0.1:" + port + "/", body, connections);
      long start = WallClock.micros();
      loop.run(start + millis * 1_000);
      return loop.sent.get() + " 0 " + start + " " + WallClock.micros();
    }
  }

  /** A client with every optional feature turned off. */
  private static CloseableHttpAsyncClient client(int connections) {
    return HttpAsyncClients.custom()
        .setConnectionManager(
            PoolingAsyncClientConnectionManagerBuilder.create()
                .setMaxConnPerRoute(connections)
                .setMaxConnTotal(connections)
                .build())
        .disableAuthCaching()
        .disableAutomaticRetries()
        .disableConnectionState()
        .disableCookieManagement()
        .disableRedirectHandling()
        .build();
  }

  /** A closed loop with a fixed number of requests in flight. */
  private static final class Loop implements FutureCallback<SimpleHttpResponse> {
    private final CloseableHttpAsyncClient client;
    private final String url;
    private final byte[] body;
    private final int connections;
    private final AtomicLong sent = new AtomicLong();
    private final CountDownLatch ended;
    private volatile long end;
    private volatile boolean failed;

    Loop(CloseableHttpAsyncClient client, String url, byte[] body, int connections) {
      this.client = client;
      this.url = url;
      this.body = body;
      this.connections = connections;
      ended = new CountDownLatch(connections);
    }

    void run(long until) throws InterruptedException, IOException {
      end = until;
      for (int i = 0; i < connections; i++) {
        next();
      }
      ended.await();
      if (failed) {
        throw new IOException("a ceiling request failed");
      }
    }

    private void next() {
      SimpleHttpRequest request =
          SimpleRequestBuilder.post(url).setBody(body, ContentType.APPLICATION_JSON).build();
      var _ = client.execute(request, this);
    }

    @Override
    public void completed(SimpleHttpResponse response) {
      sent.incrementAndGet();
      if (WallClock.micros() < end) {
        next();
      } else {
        ended.countDown();
      }
    }

    @Override
    public void failed(Exception e) {
      e.printStackTrace();
      failed = true;
      ended.countDown();
    }

    @Override
    public void cancelled() {
      ended.countDown();
    }
  }
}
