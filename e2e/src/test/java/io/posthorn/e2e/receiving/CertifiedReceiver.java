package io.posthorn.e2e.receiving;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsExchange;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** An HTTPS receiver that demands a client certificate and responds with 200. */
public final class CertifiedReceiver implements AutoCloseable {
  /** A request, with the path and the client certificate that it came with. */
  public record Certified(String path, Certificate client) {}

  private final HttpsServer server;
  private final List<Certified> requests = new CopyOnWriteArrayList<>();

  private CertifiedReceiver(HttpsServer server) {
    this.server = server;
  }

  /**
   * Starts one on a free port.
   *
   * @param context the receiver's own certificate, and the client certificates that it trusts
   */
  public static CertifiedReceiver start(SSLContext context) throws IOException {
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters demanding = context.getDefaultSSLParameters();
            demanding.setNeedClientAuth(true);
            parameters.setSSLParameters(demanding);
          }
        });
    CertifiedReceiver receiver = new CertifiedReceiver(server);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          Certificate client = ((HttpsExchange) exchange).getSSLSession().getPeerCertificates()[0];
          receiver.requests.add(new Certified(exchange.getRequestURI().getPath(), client));
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    return receiver;
  }

  public String url(String path) {
    return "https://127.0.0.1:" + server.getAddress().getPort() + path;
  }

  public List<Certified> requests() {
    return List.copyOf(requests);
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
