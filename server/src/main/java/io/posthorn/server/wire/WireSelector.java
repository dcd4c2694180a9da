package io.posthorn.server.wire;

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

/** Makes every connection one over a {@link Wire}; HTTP/1.1 is all that is spoken. */
public final class WireSelector implements ServerConnectionSelector {
  /** Keys, a trace and a cookie are all that a call needs. */
  private static final int HEADERS = 16 << 10;

  /** As long as the longest path with all its parameters. */
  private static final int LINE = 4_000;

  private final ServerConnectionSelector inner;
  private final WireLimits limits;
  private final Inflow inflow;
  private final Visitors visitors;

  private WireSelector(WireLimits limits) {
    this.inner =
        Http1ConnectionSelector.builder()
            .config(
                Http1Config.builder()
                    .maxHeadersSize(HEADERS)
                    .maxPrologueLength(LINE)
                    .addReceiveListener(new RequestForm())
                    .receiveLog(false) // callers' keys would be among what it logs
                    .sendLog(false)
                    .buildPrototype())
            .build();
    this.limits = limits;
    this.inflow = new Inflow(limits.together());
    this.visitors = new Visitors(limits.perAddress());
  }

  /** Sets a server up with these limits. */
  public static void install(WebServerConfig.Builder server, WireLimits limits) {
    server
        .protocolsDiscoverServices(false)
        .addConnectionSelector(new WireSelector(limits))
        .maxTcpConnections(limits.connections())
        .idleConnectionTimeout(Duration.ofDays(1)) // never asked for: a wire closes by itself
        .idleConnectionPeriod(limits.look());
  }

  @Override
  public int bytesToIdentifyConnection() {
    return inner.bytesToIdentifyConnection();
  }

  @Override
  public Support supports(BufferData data) {
    return inner.supports(data);
  }

  @Override
  public Set<String> supportedApplicationProtocols() {
    return inner.supportedApplicationProtocols();
  }

  @Override
  public ServerConnection connection(ConnectionContext context) {
    SocketAddress from = context.remotePeer().address();
    if (!visitors.enter(from)) {
      throw new CloseConnectionException("too many connections from one address");
    }
    Wire wire = new Wire(context.serverSocket(), limits, inflow);
    return new WireConnection(
        inner.connection(WireContext.of(context, wire)), wire, () -> visitors.leave(from));
  }
}
