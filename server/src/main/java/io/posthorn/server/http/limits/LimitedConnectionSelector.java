package io.posthorn.server.http.limits;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Set;

/**
 * A connection selector that applies the limits of an {@link InboundConnection} to every
 * connection; HTTP/1.1 only.
 */
public final class LimitedConnectionSelector implements ServerConnectionSelector {
  /** Enough for a key, a trace context and a cookie. */
  private static final int HEADERS = 16 << 10;

  /** The length of the longest path with all its parameters. */
  static final int LINE = 4_000;

  private final ServerConnectionSelector inner;
  private final ConnectionLimits limits;
  private final InboundByteBudget budget;
  private final ConnectionsPerAddress perAddress;

  @SuppressWarnings("removal") // the web server's own check of Host knows no HTTP/1.0
  private LimitedConnectionSelector(ConnectionLimits limits) {
    this.inner =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .maxHeadersSize(HEADERS)
                    .maxPrologueLength(LINE)
                    .validateRequestHostHeader(false) // StrictRequestForm does, for HTTP/1.0 too
                    .addReceiveListener(new StrictRequestForm())
                    .receiveLog(false) // its log would contain callers' keys
                    .sendLog(false)
                    .buildPrototype())
            .build();
    this.limits = limits;
    this.budget = new InboundByteBudget(limits.totalBytes());
    this.perAddress = new ConnectionsPerAddress(limits.perAddress());
  }

  /** Configures a server with these limits. */
  public static void install(WebServerConfig.Builder server, ConnectionLimits limits) {
    server
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new LimitedConnectionSelector(limits))
        .maxTcpConnections(limits.connections())
        .idleConnectionTimeout(Duration.ofDays(1)) // unused: a connection closes by itself
        .idleConnectionPeriod(limits.checkEvery());
  }

  @Override
  public int bytesToIdentifyConnection() {
    return inner.bytesToIdentifyConnection();
  }

  /** There is no other protocol, and HTTP/1.0 is read as well. */
  @Override
  public Support supports(BufferData data) {
    return Support.SUPPORTED;
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return inner.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    SocketAddress from = context.remotePeer().address();
    if (!perAddress.opened(from)) {
      throw new CloseConnectionException("too many connections from one address");
    }
    InboundConnection connection = new InboundConnection(context.serverSocket(), limits, budget);
    return new LimitedServerConnection(
        inner.connection(LimitedConnectionContext.of(context, connection)),
        connection,
        () -> perAddress.closed(from));
  }
}
